/** The next moment at which the same inputs may come to something else. */
export interface Deadline {
  /** Takes a moment that the time of the run was compared with, in milliseconds since 1970. */
  readonly compared: (moment: number) => void;
  /** Milliseconds since 1970; infinity where nothing waits for a time. */
  next(): number;
}

/** Of a run that began at `startedAt`, ISO 8601 UTC. */
export function createDeadline(startedAt: string): Deadline {
  const start = Date.parse(startedAt);
  let next = Number.POSITIVE_INFINITY;
  return {
    compared(moment) {
      if (moment > start && moment < next) next = moment;
    },
    next: () => next,
  };
}
