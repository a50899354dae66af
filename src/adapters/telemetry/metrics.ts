/** What is counted and measured. Labels are names from settings and words of the code. */
export interface Metrics {
  /** A job that ended, with its outcome and duration. */
  job(queue: string, outcome: JobOutcome, seconds: number): void;
  queueDepth(queue: string, depth: QueueDepth): void;
  /** A run of a stack that ended, with its duration in seconds if it was completed. */
  run(stack: StackLabels, outcome: 'done' | 'failed', seconds?: number): void;
  /** Jobs that this process received and has no settings for. */
  unclaimedJobs(queue: string, count: number): void;
  /** Open drifts of a stack, by the last decision about them. */
  openDrifts(stack: StackLabels, byOutcome: ReadonlyMap<string, number>): void;
  /** Whether a stack is set aside because its runs were lost. */
  setAside(stack: StackLabels, isSetAside: boolean): void;
  /** Calls on managed resources of a stack whose effect is unknown, by resource. */
  openQuestions(stack: StackLabels, count: number): void;
  /** What the log of a stack's latest run contained that the catalog does not know. */
  unknown(stack: StackLabels, found: UnknownCounts): void;
  /** Proposals of a stack by their state. */
  proposals(stack: StackLabels, byState: ReadonlyMap<string, number>): void;
  /** New records of a source. */
  collected(source: SourceLabels, records: number): void;
  /** Seconds since a source was last read to its end. */
  cursorAge(source: SourceLabels, seconds: number): void;
  /** A call to another system. */
  call(to: CallTarget, outcome: 'done' | 'failed'): void;
  /** What a run asked a model, and how much of the budgets that used. */
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
  /** In the currency of the price in the settings; undefined without a price. */
  readonly money?: number;
  /** The time that the run waited. */
  readonly seconds: number;
  /** Answers that the evidence does not support. */
  readonly rejected: number;
  /** Questions that were not asked, because a budget was spent or the endpoint was down. */
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
