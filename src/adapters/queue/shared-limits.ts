import type { RateBoard } from '../../ports/rate-board.ts';
import { createRateLimit, type Rate, type RateClock, type RateLimit } from './rate-limit.ts';

/** Rate limits shared by all processes. */
export interface SharedLimits {
  /** Limits with the same name are one limit, in all processes. */
  limit(name: string, rate: Rate): RateLimit;
  /**
   * Reports to the other processes what was counted here since the last exchange, and receives
   * their counts. Between two exchanges several processes together may exceed the rate.
   */
  exchange(): Promise<void>;
}

interface Member {
  readonly interval: number;
  readonly fullAt: Map<string, number>;
  /** Taken since the last exchange; 0 for groups that were only asked about. */
  readonly taken: Map<string, number>;
}

/** `clock`: milliseconds since 1970, on the same clock as the other processes. */
export function createSharedLimits(board: RateBoard, clock: RateClock): SharedLimits {
  const members = new Map<string, Member>();
  return {
    limit(name, rate) {
      const fullAt = new Map<string, number>();
      const taken = new Map<string, number>();
      members.set(name, { interval: rate.interval, fullAt, taken });
      const own = createRateLimit(rate, clock, fullAt);
      const note = (group: string, count: number): void => {
        taken.set(group, (taken.get(group) ?? 0) + count);
      };
      return {
        wait(group) {
          note(group, 0);
          return own.wait(group);
        },
        take(group) {
          note(group, 1);
          own.take(group);
        },
        left: own.left,
      };
    },
    async exchange() {
      for (const [name, member] of members) await exchangeOne(board, name, member, clock());
    },
  };
}

async function exchangeOne(
  board: RateBoard,
  name: string,
  { interval, fullAt, taken }: Member,
  now: number,
): Promise<void> {
  if (taken.size === 0) return;
  const sent = new Map(taken);
  taken.clear();
  const key = (group: string): string => `${name} ${group}`;
  try {
    const moved = await board.advance(
      new Map([...sent].map(([group, count]) => [key(group), count * interval])),
      now,
    );
    for (const group of sent.keys()) {
      const time = moved.get(key(group));
      if (time === undefined) continue;
      // Jobs that were counted meanwhile are reported next time.
      const pending = (taken.get(group) ?? 0) * interval;
      fullAt.set(group, Math.max(time, now) + pending);
    }
  } catch (error) {
    // Each process counts alone until an exchange succeeds, and no count is lost.
    for (const [group, count] of sent) taken.set(group, (taken.get(group) ?? 0) + count);
    throw error;
  }
}
