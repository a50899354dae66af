import type { Report } from '../../model/report.ts';
import type { DecisionRecord } from '../../stages/arbitration/replay/record.ts';
import type { RememberedEvent } from './memory.ts';

/** Returns the pretty-printed JSON of a value, in pieces. */
export type PrettyJson = (value: object) => Iterable<string>;

/** What a run stores so that the next one need not decide anything again. */
export interface ReusableDraft {
  /**
   * The version of the store when the run read it (`ReusableRuns.basis`). The run must not depend
   * on anything else in it.
   */
  readonly basis: string;
  /** The report of the next run, if it differs in wording from that of this run. */
  readonly report?: Report;
  /** Digest of everything that the run depends on except its log and the store. */
  readonly ground: string;
  /**
   * The time in milliseconds since 1970 from which the result may differ; left out if there is
   * none.
   */
  readonly until?: number;
  /** JSON of the problems in its log that need a person; another log must have the same. */
  readonly asked: string;
  /**
   * JSON of the changes in its log that are not remembered exactly; another log must have the same.
   */
  readonly unlike: string;
  /** The queries to the rest of the repository, with digests of the answers. */
  readonly elsewhere: readonly { readonly paths: readonly string[]; readonly digest: string }[];
  /** The output below the line that describes what was read. */
  readonly text: string;
  /** True if something is left that a person should look at. */
  readonly remains: boolean;
  /** When a baseline read the entire state, in ISO 8601 UTC. */
  readonly baseline?: string;
  /** The state of the receipt log at that time. */
  readonly receipts?: LoggedReceipts;
  readonly pretty: PrettyJson;
}

/** The extent of a receipt log: the file with its leaves, and how many bytes of it count. */
export interface LoggedReceipts {
  readonly file: string;
  readonly bytes: number;
}

/** A reusable run as it is stored. */
export interface ReusableRun extends Omit<ReusableDraft, 'basis' | 'pretty' | 'report'> {
  /** The start of the run that stored it, in ISO 8601 UTC. */
  readonly startedAt: string;
  /** The stages of the run. */
  readonly stages: readonly string[];
}

/** The members that differ in each run. */
export type ReportHead = Pick<
  Report,
  'schema' | 'tool' | 'startedAt' | 'policy' | 'inputs' | 'timings'
>;

export interface RepeatedRun {
  readonly command: string;
  readonly report: ReportHead;
  readonly context: DecisionRecord['context'];
}

/** Stores the result of the next run if nothing changes. */
export interface ReusableRuns {
  /** Undefined if there is none, or if the store has changed since. */
  find(): Promise<ReusableRun | undefined>;
  /**
   * A text that identifies everything in the store that a run may depend on; it changes with any of
   * it.
   */
  basis(): Promise<string>;
  /** Remembered events, by id. */
  remembered(ids: readonly string[]): Promise<ReadonlyMap<string, RememberedEvent>>;
  /** The report for people and programs, in pieces of UTF-8. */
  reportBytes(head: ReportHead, pretty: PrettyJson): AsyncIterable<Uint8Array>;
  /** Records that a run had the same result. */
  repeat(run: RepeatedRun): Promise<void>;
}
