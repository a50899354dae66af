import { setTimeout as sleep } from 'node:timers/promises';
import type { Pace } from './retry.ts';

/** Waits for as long as it says. `random` gives numbers from 0 to below 1. */
export function createPace(random: () => number): Pace {
  return { sleep: (milliseconds) => sleep(milliseconds), random };
}
