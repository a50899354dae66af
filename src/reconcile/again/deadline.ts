/** Tracks the next moment at which the same inputs may have a different result. */
export interface Deadline {
  /** Records a moment, in milliseconds since 1970, with which the time of the run was compared. */
  readonly compared: (moment: number) => void;
  /** Milliseconds since 1970; infinity if nothing waits for a time. */
  next(): number;
}

/** The deadline of a run that started at `startedAt`, ISO 8601 UTC. */
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
