import type { Json } from '../../model/json.ts';
import type { Problem, Result } from '../../model/result.ts';
import type { CollectedCloud } from '../../ports/store/collected.ts';

/** One mutating record, as the cloud sent it. Times are ISO 8601 UTC with milliseconds. */
export interface SourceRecord {
  /** The cloud's own id; unique within a source. */
  readonly id: string;
  readonly eventTime: string;
  /** When the cloud made it readable; the event's time where the cloud does not say. */
  readonly ingestedAt: string;
  /** JSON. */
  readonly raw: string;
}

/** What is stored as a whole or not at all. */
export interface SourcePage {
  readonly records: readonly SourceRecord[];
  /** Records looked at, those that only read included. */
  readonly read: number;
  /** Where to go on once the page is stored; a queue needs none. */
  readonly cursor?: Json;
  /** Tells the cloud that the page is stored. Without it the page comes again, which does no harm. */
  readonly stored?: () => Promise<Result<void>>;
}

export type StreamItem =
  | { readonly kind: 'page'; readonly page: SourcePage }
  /** Said, and the stream goes on. */
  | { readonly kind: 'note'; readonly problem: Problem }
  /** The stream ends here; the next round goes on from the cursor. */
  | { readonly kind: 'failed'; readonly problem: Problem };

/** What one round of collecting is about. Times are ISO 8601 UTC with milliseconds. */
export interface CollectRound {
  readonly now: string;
  /** Asked for: from here on everything is read again, whatever the cursor says. */
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
  /** Milliseconds that records are kept, by the time of the event. */
  readonly retention: number;
  /** Asks the cloud what there is to read, where the settings do not say. */
  streams(round: CollectRound): Promise<Result<readonly Stream[]>>;
  /** One small question to the cloud: what it answered, in a few words. */
  probe(round: CollectRound): Promise<Result<string>>;
}

/** Time, as far as waiting goes. */
export interface CollectTimer {
  /** Milliseconds; only differences mean something. */
  readonly elapsed: () => number;
  readonly sleep: (milliseconds: number) => Promise<void>;
  /** From 0 up to 1, so that several collectors do not come back at once. */
  readonly random: () => number;
}
