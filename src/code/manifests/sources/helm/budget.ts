import type { Json } from '../../../../model/json.ts';

/** What the templates of one chart may take, whoever wrote them. */
export interface HelmBudget {
  /** Takes one step that made so many characters; false, from then on, when none is left. */
  spend(characters: number): boolean;
  readonly isSpent: () => boolean;
}

/** Characters that one value or one rendered file may have. */
export const maxText = 2 ** 21;

/** Steps, and hundreds of characters that they made: some seconds. */
const maxSteps = 500_000;

export function createHelmBudget(): HelmBudget {
  let left = maxSteps;
  return {
    spend(characters) {
      left -= 1 + characters / 100;
      return left >= 0;
    },
    isSpent: () => left < 0,
  };
}

/** Characters of a text; other values came from files, which have an end. */
export function lengthOf(value: Json): number {
  return typeof value === 'string' ? value.length : 0;
}

/** Why a chart is given up. */
export const spentText = 'Its templates take more steps, or write more, than are followed here.';
