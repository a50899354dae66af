import type { Goal } from '../types.ts';

/**
 * Fewer goals than this are always reached one by one, so that the report shows the alternatives.
 */
const fewest = 24;

/** After this many failed joint edits, each goal is reached separately. */
const maxFailures = 8;

/**
 * After this many goals in a row that were reached behind the same kinds of places, the next ones
 * probably are too.
 */
const enough = 3;

/** Determines how many goals to try to reach in one edit. */
export interface BatchSize {
  /** Called when a goal was reached separately; returns whether to try several in one edit next. */
  readonly isDue: (kinds: string | undefined) => boolean;
  /** The goals to reach next in one edit; empty if there are too few. */
  readonly share: (goals: readonly Goal[]) => readonly Goal[];
  readonly learn: (count: number, isReached: boolean) => void;
}

/** Starts with all remaining goals, and after each failed edit tries half as many. */
export function createBatchSize(): BatchSize {
  let max = Number.POSITIVE_INFINITY;
  let failures = 0;
  let [last, alike] = ['', 0];
  return {
    isDue: (kinds = '') => {
      alike = kinds !== '' && kinds === last ? alike + 1 : 1;
      last = kinds;
      return alike >= enough && failures < maxFailures && max >= fewest;
    },
    share: (goals) => (goals.length < fewest ? [] : goals.slice(0, max)),
    learn: (count, isReached) => {
      if (isReached) return;
      failures += 1;
      max = Math.floor(count / 2);
    },
  };
}
