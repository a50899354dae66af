import type { Goal } from '../types.ts';

/** Fewer goals are reached one by one in any case: the report then shows what else was tried. */
const fewest = 24;

/** Edits of many goals that were not right; then each goal is looked at by itself. */
const maxFailures = 8;

/** Goals in a row that were reached in the same way: the next ones may well be, too. */
const enough = 3;

/** How many goals are reached in one edit. */
export interface BatchSize {
  /** Called when a goal was reached by itself; returns whether more should be tried at once. */
  readonly isDue: (way: string | undefined) => boolean;
  /** Those to be reached next in one edit; none where they are too few. */
  readonly share: (goals: readonly Goal[]) => readonly Goal[];
  readonly learn: (count: number, isReached: boolean) => void;
}

/** All that is left at once; after an edit that was not right, half as many. */
export function createPace(): BatchSize {
  let max = Number.POSITIVE_INFINITY;
  let failures = 0;
  let [last, alike] = ['', 0];
  return {
    isDue: (way = '') => {
      alike = way !== '' && way === last ? alike + 1 : 1;
      last = way;
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
