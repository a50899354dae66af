import type { RateBoard } from '../../ports/rate-board.ts';
import { createRateLimit, type Rate, type RateClock, type RateLimit } from './rate-limit.ts';

/** Rate limits of all processes together. */
export interface SharedLimits {
  /** One by name: those with the same name are one, in whichever process. */
  limit(name: string, rate: Rate): RateLimit;
  /**
   * Tells the others what was counted here since the last time, and learns what they counted. What
   * several of them let through between two times may come to more than the rate.
   */
  exchange(): Promise<void>;
}

interface Member {
  readonly interval: number;
  readonly fullAt: Map<string, number>;
  /** Taken since the last exchange; 0 for groups that were asked about. */
  readonly taken: Map<string, number>;
}

/** `clock`: milliseconds since 1970, as the others have it. */
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
      // What was taken meanwhile is reported next time.
      const pending = (taken.get(group) ?? 0) * interval;
      fullAt.set(group, Math.max(time, now) + pending);
    }
  } catch (error) {
    // Each counts by itself until they exchange counts again, and nothing is forgotten.
    for (const [group, count] of sent) taken.set(group, (taken.get(group) ?? 0) + count);
    throw error;
  }
}
