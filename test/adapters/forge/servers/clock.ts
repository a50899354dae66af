import type { HttpClock } from '../../../../src/adapters/forge/http/types.ts';

export interface FakeClock extends HttpClock {
  /** The pauses so far, in milliseconds. */
  readonly slept: number[];
  pass(milliseconds: number): void;
}

/** A clock that advances only when something sleeps or `pass` is called. */
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
