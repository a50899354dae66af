import type { Intent } from '../../model/intent.ts';
import type { JsonObject } from '../../model/json.ts';
import type { IntentState, LifecycleEvent, LifecycleStep } from '../../model/lifecycle.ts';
import type { AttributePath } from '../../model/path.ts';
import type { Report } from '../../model/report.ts';
import type { DecisionRecord } from '../../stages/arbitration/replay/record.ts';
import type { LedgerEntry } from '../../stages/ledger/entry.ts';
import type { CollectedLog } from './collected.ts';
import type { KeptAnswer } from './kept-answer.ts';
import type { Memory, MemoryUpdate } from './memory.ts';
import type { SeenDifference, Unexplained } from './seen-difference.ts';
import type { StandingDraft, StandingRuns } from './standing-run.ts';

/** What a run leaves for later ones. */
export interface RunRecord {
  /** `scan`, `reconcile` or `baseline`. */
  readonly command: string;
  readonly report: Report;
  /** What the verdicts rest on, to decide again with another policy. */
  readonly record?: DecisionRecord;
  /** What happened to each intent of the report. */
  readonly steps: ReadonlyMap<string, readonly LifecycleStep[]>;
  readonly ledger: RunLedger;
  /** What the next run has to know. */
  readonly memory?: MemoryUpdate;
  /** Kept where the run leaves everything as it was. */
  readonly standing?: StandingDraft;
  /** Looks at intents of earlier runs that this run does not speak of. */
  readonly assess: (intent: StoredIntent) => LifecycleStep | undefined;
}

/** What a run saw of who manages what. */
export interface RunLedger {
  /** Writes and handovers. */
  readonly entries: readonly LedgerEntry[];
  /** What the code declares of each resource that was touched, as of the run and before it. */
  readonly declarations: readonly RunDeclaration[];
}

type Apply = Extract<LedgerEntry, { kind: 'apply' }>;

/** `before` is for a resource that the ledger has never seen: it was declared before the change. */
export interface RunDeclaration {
  readonly before: Apply;
  readonly now: Apply;
}

/** A field that an intent is about, and what was decided. */
export interface StoredField {
  readonly address: string;
  readonly path: AttributePath;
  readonly outcome: string;
}

export interface StoredIntent {
  readonly intent: Intent;
  readonly state: IntentState;
  readonly fields: readonly StoredField[];
  /** ISO 8601 UTC. */
  readonly firstSeen: string;
  readonly lastSeen: string;
}

/** When a step was taken, and the run that had spoken of the intent before. */
export interface StepOrigin {
  readonly run: string;
  /** ISO 8601 UTC. */
  readonly time: string;
}

export interface StoredTransition {
  readonly intent: string;
  readonly from: IntentState;
  readonly to: IntentState;
  readonly event: LifecycleEvent;
  readonly because: string;
  readonly run: string;
  /** ISO 8601 UTC. */
  readonly time: string;
}

export interface StoredRun {
  /** `r-` and 12 hex digits of the report. */
  readonly id: string;
  readonly command: string;
  readonly startedAt: string;
  readonly report: Report;
  readonly record?: DecisionRecord;
}

/** A record of one of the open-ended kinds, as it was put. */
export interface StoredDocument {
  readonly id: string;
  /** ISO 8601 UTC. */
  readonly time: string;
  readonly body: JsonObject;
}

/** What is remembered between runs. Every call is one transaction; all rows are of one tenant. */
export interface Store {
  /** Records the run, its drifts, decisions and intents, and what it saw of owners. Repeatable. */
  recordRun(record: RunRecord): Promise<StoredRun>;
  /** What is open, and the evidence of it and of what it was: what the last run left. */
  memory(): Promise<Memory>;
  /** Runs since a time, oldest first. */
  runs(since?: string): Promise<readonly StoredRun[]>;
  /** The newest one; undefined where nothing was recorded yet. */
  latestRun(): Promise<StoredRun | undefined>;
  /** What people said is to become of intents, oldest first. */
  answers(): Promise<readonly KeptAnswer[]>;
  /** Keeps an answer. False when it was there already. */
  keepAnswer(answer: KeptAnswer): Promise<boolean>;
  /** Entries of a resource or of everything in a module or below an address. */
  ledger(address: string): Promise<readonly LedgerEntry[]>;
  /** Appends entries; those that are there already stay as they are. */
  appendLedger(entries: readonly LedgerEntry[]): Promise<void>;
  /** Addresses that the ledger knows, sorted. */
  addresses(): Promise<readonly string[]>;
  intents(): Promise<readonly StoredIntent[]>;
  /**
   * Takes a step that no run saw, such as a merge. False where the intent is not known, or its life
   * cycle has no such step.
   */
  stepIntent(intent: string, step: LifecycleStep, of: StepOrigin): Promise<boolean>;
  transitions(intent: string): Promise<readonly StoredTransition[]>;
  /** Intents declared beforehand. Declaring one again replaces its body. */
  declareIntent(document: StoredDocument): Promise<void>;
  declaredIntents(): Promise<readonly StoredDocument[]>;
  /** Outcomes of reviews: only ever added. */
  appendFeedback(documents: readonly StoredDocument[]): Promise<void>;
  feedback(): Promise<readonly StoredDocument[]>;
  /** Catalog entries that were learned; a later one of the same id replaces the earlier. */
  putKnowledge(document: StoredDocument): Promise<void>;
  knowledge(): Promise<readonly StoredDocument[]>;
  removeKnowledge(id: string): Promise<void>;
  /** Audit records that were fetched from clouds. */
  readonly collected: CollectedLog;
  /** Differences that nobody has explained yet, by id. */
  unexplained(): Promise<readonly SeenDifference[]>;
  /** Replaces what is kept of the addresses that were read. */
  keepUnexplained(found: Unexplained): Promise<void>;
  /** The last run that left everything as it was; undefined where a store keeps none. */
  readonly standing?: StandingRuns;
  close(): Promise<void>;
}
