import type { CollectTimer } from '../../../src/adapters/collect/types.ts';

/** A clock that advances only while something sleeps. */
export interface FakePace extends CollectTimer {
  readonly slept: number[];
}

export function fakePace(): FakePace {
  let time = 0;
  const slept: number[] = [];
  return {
    slept,
    elapsed: () => time,
    sleep: async (milliseconds) => {
      slept.push(milliseconds);
      time += milliseconds;
    },
    random: () => 1,
  };
}
