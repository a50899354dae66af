import type { Intent } from '../../model/intent.ts';
import type { JsonObject } from '../../model/json.ts';
import type { IntentState, LifecycleStep } from '../../model/lifecycle.ts';
import type { AttributePath } from '../../model/path.ts';
import type { Report } from '../../model/report.ts';
import type { DecisionRecord } from '../../stages/arbitration/replay/record.ts';
import type { LedgerEntry } from '../../stages/ledger/entry.ts';
import type { CollectedLog } from './collected.ts';
import type { KeptAnswer } from './kept-answer.ts';
import type { Memory, MemoryUpdate } from './memory.ts';
import type { ReusableDraft, ReusableRuns } from './reusable-run.ts';
import type { SeenDifference, Unexplained } from './seen-difference.ts';

/** What a run stores for later ones. */
export interface RunRecord {
  /** `scan`, `reconcile` or `baseline`. */
  readonly command: string;
  readonly report: Report;
  /** What the verdicts are based on, to decide again with another policy. */
  readonly record?: DecisionRecord;
  /** The life cycle steps of each intent in the report. */
  readonly steps: ReadonlyMap<string, readonly LifecycleStep[]>;
  readonly ledger: RunLedger;
  /** What the next run needs. */
  readonly memory?: MemoryUpdate;
  /** Stored if the run leaves everything unchanged. */
  readonly standing?: ReusableDraft;
  /** Assesses intents of earlier runs that are not in this run's report. */
  readonly assess: (intent: StoredIntent) => LifecycleStep | undefined;
}

/** What a run found about who manages what. */
export interface RunLedger {
  /** Writes and handovers. */
  readonly entries: readonly LedgerEntry[];
  /** What the code declares for each touched resource, at the time of the run and before it. */
  readonly declarations: readonly RunDeclaration[];
}

type Apply = Extract<LedgerEntry, { kind: 'apply' }>;

/**
 * `before` is used for a resource that is not in the ledger yet, since it was declared before the
 * change.
 */
export interface RunDeclaration {
  readonly before: Apply;
  readonly now: Apply;
}

/** A field of an intent, and what was decided about it. */
export interface StoredField {
  readonly address: string;
  readonly path: AttributePath;
  readonly outcome: string;
  /** The drift of the intent; missing in what earlier versions stored. */
  readonly drift?: string;
}

export interface StoredIntent {
  readonly intent: Intent;
  readonly state: IntentState;
  readonly fields: readonly StoredField[];
  /** ISO 8601 UTC. */
  readonly firstSeen: string;
  readonly lastSeen: string;
}

/** When a step was taken, and the last run before that with the intent. */
export interface StepOrigin {
  readonly run: string;
  /** ISO 8601 UTC. */
  readonly time: string;
}

/** A step that changed the state of an intent. */
export interface StoredTransition extends LifecycleStep, StepOrigin {
  readonly intent: string;
  readonly from: IntentState;
  readonly to: IntentState;
}

export interface StoredRun {
  /** `r-` and 12 hex digits, derived from the report. */
  readonly id: string;
  readonly command: string;
  readonly startedAt: string;
  readonly report: Report;
  readonly record?: DecisionRecord;
}

/** A record of one of the open-ended kinds, stored unchanged. */
export interface StoredDocument {
  readonly id: string;
  /** ISO 8601 UTC. */
  readonly time: string;
  readonly body: JsonObject;
}

/** The memory between runs. Every call is one transaction; all rows belong to one tenant. */
export interface Store {
  /**
   * Records the run with its drifts, decisions and intents, and what it found about owners. May be
   * repeated.
   */
  recordRun(record: RunRecord): Promise<StoredRun>;
  /** The state that the last run left: what is open, with its evidence and previous values. */
  memory(): Promise<Memory>;
  /** Runs since a time, oldest first. */
  runs(since?: string): Promise<readonly StoredRun[]>;
  /** The newest run, or undefined if none was recorded yet. */
  latestRun(): Promise<StoredRun | undefined>;
  /** People's answers about intents, oldest first. */
  answers(): Promise<readonly KeptAnswer[]>;
  /** Stores an answer. Returns false if it already exists. */
  keepAnswer(answer: KeptAnswer): Promise<boolean>;
  /** The entries of a resource, or of everything in a module or below an address. */
  ledger(address: string): Promise<readonly LedgerEntry[]>;
  /** Appends entries. Existing ones stay unchanged. */
  appendLedger(entries: readonly LedgerEntry[]): Promise<void>;
  /** The addresses in the ledger, sorted. */
  addresses(): Promise<readonly string[]>;
  intents(): Promise<readonly StoredIntent[]>;
  /**
   * Takes a step outside a run, such as a merge. Returns false if the intent is unknown, or if its
   * life cycle has no such step.
   */
  stepIntent(intent: string, step: LifecycleStep, of: StepOrigin): Promise<boolean>;
  transitions(intent: string): Promise<readonly StoredTransition[]>;
  /** Intents declared in advance. Declaring one again replaces its body. */
  declareIntent(document: StoredDocument): Promise<void>;
  declaredIntents(): Promise<readonly StoredDocument[]>;
  /** Outcomes of reviews, which are only ever added. */
  appendFeedback(documents: readonly StoredDocument[]): Promise<void>;
  feedback(): Promise<readonly StoredDocument[]>;
  /** Learned catalog entries. A new one replaces an earlier one with the same id. */
  putKnowledge(document: StoredDocument): Promise<void>;
  knowledge(): Promise<readonly StoredDocument[]>;
  removeKnowledge(id: string): Promise<void>;
  /** Audit records that were fetched from clouds. */
  readonly collected: CollectedLog;
  /** Differences that no event explains yet, by id. */
  unexplained(): Promise<readonly SeenDifference[]>;
  /** Replaces what is stored for the addresses that were read. */
  keepUnexplained(found: Unexplained): Promise<void>;
  /** The last run that left everything unchanged; undefined for a store that does not keep it. */
  readonly standing?: ReusableRuns;
  close(): Promise<void>;
}
