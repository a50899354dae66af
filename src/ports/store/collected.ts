import type { Json } from '../../model/json.ts';

export type CollectedCloud = 'aws' | 'azure' | 'gcp';

/** A record of an audit log that was fetched and kept. Times are ISO 8601 UTC. */
export interface CollectedRecord {
  /** The cloud's own id; unique within its source. */
  readonly id: string;
  readonly eventTime: string;
  /** When the cloud made it readable. */
  readonly ingestedAt: string;
  /** SHA-256 of `raw`, in hex. */
  readonly digest: string;
  /** JSON, as the cloud sent it. */
  readonly raw: string;
}

/** Records, and how far the reading of a stream got with them. */
export interface CollectedPage {
  readonly source: string;
  readonly cloud: CollectedCloud;
  readonly stream: string;
  readonly records: readonly CollectedRecord[];
  readonly cursor?: Json;
  /** ISO 8601 UTC. */
  readonly at: string;
}

/** What a source has in the store. */
export interface CollectedSource {
  readonly source: string;
  readonly cloud: CollectedCloud;
  readonly records: number;
}

export interface OldestRecord {
  readonly source: string;
  /** ISO 8601 UTC. */
  readonly time: string;
}

/** What was collected. Every call is one transaction. */
export interface CollectedLog {
  /** Records and cursor together. How many of the records are new. */
  add(page: CollectedPage): Promise<number>;
  cursor(source: string, stream: string): Promise<Json | undefined>;
  /** Sources with records since a time, sorted. */
  sources(since: string): Promise<readonly CollectedSource[]>;
  /** The names alone, of which there are few however many records there are. */
  names(since: string): Promise<readonly string[]>;
  /** Of sources with records that were collected since a time, when the oldest of these happened. */
  oldest(collectedSince: string): Promise<readonly OldestRecord[]>;
  /** Raw records of a source since a time, in order of time, some at a time. */
  read(source: string, since: string): AsyncIterable<readonly string[]>;
  /** Drops records of a source from before a time; how many there were. */
  prune(source: string, before: string): Promise<number>;
}
