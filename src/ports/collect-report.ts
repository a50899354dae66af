import type { Problem } from '../model/result.ts';

/** What became of one stream in a round. */
export interface StreamReport {
  readonly source: string;
  readonly stream: string;
  readonly pages: number;
  /** Records looked at. */
  readonly read: number;
  /** Records that were not stored before. */
  readonly added: number;
  /** Ingestion time of the latest record that was read. */
  readonly newest?: string;
  readonly notes: readonly Problem[];
  /** Why it did not get to its end. */
  readonly failed?: Problem;
}

export interface RoundReport {
  /** Sorted by source and stream. */
  readonly streams: readonly StreamReport[];
  /** Sources whose streams could not be listed. */
  readonly failed: readonly { readonly source: string; readonly problem: Problem }[];
  /** Records dropped, since they are older than their source keeps them. */
  readonly pruned: number;
}
