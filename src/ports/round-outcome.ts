import type { Problem } from '../model/result.ts';

/** The result of one stream in a round. */
export interface StreamOutcome {
  readonly source: string;
  readonly stream: string;
  readonly pages: number;
  /** Records that were read. */
  readonly read: number;
  /** Records that were not stored yet. */
  readonly added: number;
  /** The ingestion time of the latest record that was read. */
  readonly newest?: string;
  readonly notes: readonly Problem[];
  /** Why the stream was not read to its end. */
  readonly failed?: Problem;
}

export interface RoundOutcome {
  /** Sorted by source and stream. */
  readonly streams: readonly StreamOutcome[];
  /** Sources whose streams could not be listed. */
  readonly failed: readonly { readonly source: string; readonly problem: Problem }[];
  /** Records dropped because they are older than their source's retention. */
  readonly pruned: number;
}
