/** The time of the run, with a callback that learns which moments it is compared with. */
export interface Clock {
  /** ISO 8601 UTC. */
  readonly now: string;
  /**
   * Called with each moment that `now` is compared with, in milliseconds since 1970. Until the next
   * of these moments, every comparison gives the same answer.
   */
  readonly compared?: (moment: number) => void;
}

/** True from the given moment on, which is ISO 8601 UTC or milliseconds since 1970. */
export function hasCome(moment: string | number, { now, compared }: Clock): boolean {
  const at = typeof moment === 'number' ? moment : Date.parse(moment);
  compared?.(at);
  return at <= Date.parse(now);
}
