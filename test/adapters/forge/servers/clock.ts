import type { HttpClock } from '../../../../src/adapters/forge/http/types.ts';

export interface FakeClock extends HttpClock {
  /** What was slept, in milliseconds. */
  readonly slept: number[];
  pass(milliseconds: number): void;
}

/** Time that passes only when somebody sleeps. */
export function fakeClock(start = Date.UTC(2026, 2, 14, 12)): FakeClock {
  let now = start;
  const slept: number[] = [];
  return {
    slept,
    now: () => now,
    pass: (milliseconds) => {
      now += milliseconds;
    },
    sleep: async (milliseconds) => {
      slept.push(milliseconds);
      now += milliseconds;
    },
  };
}
