import type { Json } from '../../model/json.ts';
import type { Problem, Result } from '../../model/result.ts';
import type { CollectedCloud } from '../../ports/store/collected.ts';

/** One mutating record, as the cloud sent it. Times are ISO 8601 UTC with milliseconds. */
export interface SourceRecord {
  /** The cloud's own id; unique within a source. */
  readonly id: string;
  readonly eventTime: string;
  /** When the cloud made it readable, or the event's time if the cloud does not report that. */
  readonly ingestedAt: string;
  /** The JSON text of the record. */
  readonly raw: string;
}

/** Stored completely or not at all. */
export interface SourcePage {
  readonly records: readonly SourceRecord[];
  /** Records looked at, including those of calls that only read. */
  readonly read: number;
  /** Where to continue once the page is stored; a queue has none. */
  readonly cursor?: Json;
  /**
   * Tells the cloud that the page is stored. Without it the page is sent again, which does no harm.
   */
  readonly stored?: () => Promise<Result<void>>;
}

export type StreamItem =
  | { readonly kind: 'page'; readonly page: SourcePage }
  /** Reported; the stream continues. */
  | { readonly kind: 'note'; readonly problem: Problem }
  /** The stream ends here; the next round continues from the cursor. */
  | { readonly kind: 'failed'; readonly problem: Problem };

/** Parameters of one round of collecting. Times are ISO 8601 UTC with milliseconds. */
export interface CollectRound {
  readonly now: string;
  /** Set on request: everything from this time on is read again, whatever the cursor says. */
  readonly since?: string;
}

/** The smallest part of a source with a cursor of its own: a region of an account, a project. */
export interface Stream {
  readonly key: string;
  read(cursor: Json | undefined, round: CollectRound): AsyncIterable<StreamItem>;
}

export interface CollectSource {
  readonly name: string;
  readonly cloud: CollectedCloud;
  /** Milliseconds for which records are kept, counted from the time of the event. */
  readonly retention: number;
  /** Asks the cloud what there is to read, if the settings do not say. */
  streams(round: CollectRound): Promise<Result<readonly Stream[]>>;
  /** Sends one small query to the cloud and returns its answer in a few words. */
  probe(round: CollectRound): Promise<Result<string>>;
}

/** The clock for limits and pauses. */
export interface CollectTimer {
  /** Milliseconds; only differences are meaningful. */
  readonly elapsed: () => number;
  readonly sleep: (milliseconds: number) => Promise<void>;
  /** From 0 up to 1, so that several collectors do not return simultaneously. */
  readonly random: () => number;
}
