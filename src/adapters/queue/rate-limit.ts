/** How many jobs of each group may start. */
export interface RateLimit {
  /** Milliseconds until a job of the group may start; 0 for now. */
  wait(group: string): number;
  /** Counts a job of the group that starts now. */
  take(group: string): void;
  /** How many jobs of the group may start now. */
  left(group: string): number;
}

export interface Rate {
  /** Jobs that may start together after a quiet time. */
  readonly burst: number;
  /** Milliseconds after which one more job may start. */
  readonly interval: number;
}

/** Milliseconds since any fixed moment; never goes back. */
export type RateClock = () => number;

/**
 * A token bucket for each group. `fullAt`: the time at which the bucket of a group is full again;
 * groups with a full one are left out.
 */
export function createRateLimit(
  { burst, interval }: Rate,
  clock: RateClock,
  fullAt = new Map<string, number>(),
): RateLimit {
  let sweepAt = 1024;
  const forgetFull = (now: number): void => {
    for (const [group, time] of fullAt) if (time <= now) fullAt.delete(group);
    sweepAt = Math.max(1024, fullAt.size * 2);
  };
  /** Milliseconds until the bucket is full. */
  const usedOf = (group: string): number => {
    const now = clock();
    return Math.max((fullAt.get(group) ?? now) - now, 0);
  };
  return {
    wait(group) {
      const used = usedOf(group);
      return Math.max(Math.ceil(used - (burst - 1) * interval), 0);
    },
    take(group) {
      const now = clock();
      fullAt.set(group, Math.max(fullAt.get(group) ?? now, now) + interval);
      if (fullAt.size >= sweepAt) forgetFull(now);
    },
    left: (group) => Math.max(Math.floor(burst - usedOf(group) / interval), 0),
  };
}
