/** A difference without an event, as an earlier run stored it. */
export interface SeenDifference {
  /** `readback-` and 12 hex digits, derived from address, path and live value. */
  readonly id: string;
  readonly address: string;
  /** ISO 8601 UTC. */
  readonly firstSeen: string;
}

/** What a run found, for the next one. */
export interface Unexplained {
  readonly read: readonly string[] | 'all';
  readonly seen: readonly SeenDifference[];
}
