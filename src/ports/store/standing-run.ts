import type { Report } from '../../model/report.ts';
import type { DecisionRecord } from '../../stages/arbitration/replay/record.ts';
import type { RememberedEvent } from './memory.ts';

/** The text of a value as people read it, in pieces. */
export type PrettyJson = (value: object) => Iterable<string>;

/** What a run leaves, so that the next one need not decide anything again. */
export interface StandingDraft {
  /** What the store was when the run read it (`StandingRuns.basis`): it may rest on nothing else. */
  readonly basis: string;
  /** What the next run says, where this one says it in other words. */
  readonly report?: Report;
  /** Digest of all that the run stood on but its log and the store. */
  readonly ground: string;
  /** Milliseconds since 1970 from which on it may come to something else; none for always. */
  readonly until?: number;
  /** JSON of what its log needed a person for; another log has to say the same. */
  readonly asked: string;
  /** JSON of the changes of its log that are not remembered word for word; another one has to have these. */
  readonly unlike: string;
  /** What the rest of the repository was asked, with digests of the answers. */
  readonly elsewhere: readonly { readonly paths: readonly string[]; readonly digest: string }[];
  /** What was printed below the line that says what was read. */
  readonly text: string;
  /** Whether something is left that a person should look at. */
  readonly remains: boolean;
  /** ISO 8601 UTC: when a baseline read the whole state. */
  readonly baseline?: string;
  /** What the log of receipts had by then. */
  readonly receipts?: LoggedReceipts;
  readonly pretty: PrettyJson;
}

/** How far a log of receipts goes: the file of its leaves, and how many bytes of it count. */
export interface LoggedReceipts {
  readonly file: string;
  readonly bytes: number;
}

/** The same as it was kept. */
export interface StandingRun extends Omit<StandingDraft, 'basis' | 'pretty' | 'report'> {
  /** ISO 8601 UTC: start of the run that left it. */
  readonly startedAt: string;
  /** The stages that the run had. */
  readonly stages: readonly string[];
}

/** What each run changes. */
export type ReportHead = Pick<
  Report,
  'schema' | 'tool' | 'startedAt' | 'policy' | 'inputs' | 'timings'
>;

export interface RepeatedRun {
  readonly command: string;
  readonly report: ReportHead;
  readonly context: DecisionRecord['context'];
}

/** Keeps what the next run says if nothing changes. */
export interface StandingRuns {
  /** Undefined where there is none, or where the store has changed since. */
  find(): Promise<StandingRun | undefined>;
  /** A text for all that a run may rest on of what is stored: another one where anything is. */
  basis(): Promise<string>;
  /** Remembered events, by id. */
  remembered(ids: readonly string[]): Promise<ReadonlyMap<string, RememberedEvent>>;
  /** The report for people and programs, in pieces of UTF-8. */
  reportBytes(head: ReportHead, pretty: PrettyJson): AsyncIterable<Uint8Array>;
  /** Records that a run came to the same. */
  repeat(run: RepeatedRun): Promise<void>;
}
