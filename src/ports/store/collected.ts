import type { Json } from '../../model/json.ts';

export type CollectedCloud = 'aws' | 'azure' | 'gcp';

/** A record of an audit log that was fetched and stored. Times are in ISO 8601 UTC. */
export interface CollectedRecord {
  /** The cloud's own id, which is unique within its source. */
  readonly id: string;
  readonly eventTime: string;
  /** When the cloud made it available. */
  readonly ingestedAt: string;
  /** SHA-256 of `raw`, in hex. */
  readonly digest: string;
  /** JSON as the cloud sent it. */
  readonly raw: string;
}

/** Records of a stream, with the cursor that reading them reached. */
export interface CollectedPage {
  readonly source: string;
  readonly cloud: CollectedCloud;
  readonly stream: string;
  readonly records: readonly CollectedRecord[];
  readonly cursor?: Json;
  /** ISO 8601 UTC. */
  readonly at: string;
}

/** What the store has of a source. */
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

/** The collected records. Every call is one transaction. */
export interface CollectedLog {
  /** Stores records and cursor together. Returns how many of the records are new. */
  add(page: CollectedPage): Promise<number>;
  cursor(source: string, stream: string): Promise<Json | undefined>;
  /** Sources with records since a time, sorted. */
  sources(since: string): Promise<readonly CollectedSource[]>;
  /** The names only, which is fast however many records there are. */
  names(since: string): Promise<readonly string[]>;
  /**
   * For each source with records collected since a time, the time of the oldest of these events.
   */
  oldest(collectedSince: string): Promise<readonly OldestRecord[]>;
  /** Raw records of a source since a time, in order of time, in batches. */
  read(source: string, since: string): AsyncIterable<readonly string[]>;
  /** Drops records of a source from before a time. Returns how many. */
  prune(source: string, before: string): Promise<number>;
}
