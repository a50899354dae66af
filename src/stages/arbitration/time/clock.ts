/** The time of the run, and a callback for what it is compared with. */
export interface Clock {
  /** ISO 8601 UTC. */
  readonly now: string;
  /**
   * Called with each moment that `now` was compared with, in milliseconds since 1970: up to the next of
   * them every comparison has the same answer.
   */
  readonly compared?: (moment: number) => void;
}

/** True from a moment on: ISO 8601 UTC, or milliseconds since 1970. */
export function hasCome(moment: string | number, { now, compared }: Clock): boolean {
  const at = typeof moment === 'number' ? moment : Date.parse(moment);
  compared?.(at);
  return at <= Date.parse(now);
}
