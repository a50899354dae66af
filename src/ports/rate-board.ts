/** Where processes tell each other what they counted. */
export interface RateBoard {
  /**
   * Moves the times at which the buckets of groups are full, each by milliseconds, and returns them;
   * 0 only asks. A bucket that is full begins now. Milliseconds since 1970.
   */
  advance(groups: ReadonlyMap<string, number>, now: number): Promise<ReadonlyMap<string, number>>;
}
