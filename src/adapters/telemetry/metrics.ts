/** What is counted and measured. Labels are names of settings and words of the code. */
export interface Metrics {
  /** A job that ended: how, and after how many seconds. */
  job(queue: string, outcome: JobOutcome, seconds: number): void;
  queueDepth(queue: string, depth: QueueDepth): void;
  /** A run of a stack that ended, and after how many seconds where it came to its end. */
  run(stack: StackLabels, outcome: 'done' | 'failed', seconds?: number): void;
  /** Jobs that this process met and has no settings for. */
  unclaimedJobs(queue: string, count: number): void;
  /** Drifts of a stack that are open, by what was decided of them last. */
  openDrifts(stack: StackLabels, byOutcome: ReadonlyMap<string, number>): void;
  /** Whether a stack is set aside, since its runs were lost. */
  setAside(stack: StackLabels, isSetAside: boolean): void;
  /** Calls on what a stack manages whose effect is unknown, by resource. */
  openQuestions(stack: StackLabels, count: number): void;
  /** What the log of a stack's latest run had that the catalog does not know. */
  unknown(stack: StackLabels, found: UnknownCounts): void;
  /** Proposals of a stack by their state. */
  proposals(stack: StackLabels, byState: ReadonlyMap<string, number>): void;
  /** New records of a source. */
  collected(source: SourceLabels, records: number): void;
  /** Seconds since a source was last read to its end. */
  cursorAge(source: SourceLabels, seconds: number): void;
  /** A call to somebody else. */
  call(to: CallTarget, outcome: 'done' | 'failed'): void;
  /** What a run asked a model, and what that used of the budgets. */
  model(use: ModelUse): void;
  /** A notification that was not delivered and is not retried; `unknown`: it may have arrived. */
  undelivered(to: 'slack' | 'webhook', outcome: 'failed' | 'unknown'): void;
  /** A request that was answered; `route` is a pattern, never a path. */
  request(route: string, method: string, status: number, seconds: number): void;
  /** Everything, in the text format of Prometheus. */
  text(): Promise<string>;
  readonly contentType: string;
}

export type JobOutcome = 'done' | 'failed' | 'threw';
export type CallTarget = 'forge' | 'slack' | 'webhook' | 'model';

export interface ModelUse {
  readonly tokens: { readonly prompt: number; readonly completion: number };
  /** In the currency of the price in the settings; none without one. */
  readonly money?: number;
  /** What the run waited. */
  readonly seconds: number;
  /** Answers that the evidence does not bear out. */
  readonly rejected: number;
  /** Questions that were not asked, since a budget was spent or the endpoint down. */
  readonly unasked: number;
}

export interface UnknownCounts {
  readonly operations: number;
  readonly calls: number;
}

export interface StackLabels {
  readonly tenant: string;
  readonly stack: string;
}

export interface SourceLabels {
  readonly tenant: string;
  readonly source: string;
}

export interface QueueDepth {
  readonly waiting: number;
  readonly running: number;
  readonly delayed: number;
  readonly dead: number;
}
