/** Shares the counts of rate limits between processes. */
export interface RateBoard {
  /**
   * Postpones the times at which the buckets of groups are full, by the given milliseconds, and
   * returns them; 0 only reads. A bucket that is already full starts at `now`. Times are in
   * milliseconds since 1970.
   */
  advance(groups: ReadonlyMap<string, number>, now: number): Promise<ReadonlyMap<string, number>>;
}
