import type { Json } from '../../../../model/json.ts';

/** The limits on the templates of one chart, since its code is not trusted. */
export interface HelmBudget {
  /** Deducts one step that produced this many characters. False once the budget is exceeded. */
  spend(characters: number): boolean;
  readonly isSpent: () => boolean;
}

/** Maximum length in characters of one value or one rendered file. */
export const maxText = 2 ** 21;

/** Steps, plus one for each hundred characters that they produce; these take some seconds. */
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

/** Length of a text. Other values come from files, whose size is limited. */
export function textLength(value: Json): number {
  return typeof value === 'string' ? value.length : 0;
}

/** Why a chart is not rendered. */
export const spentText = 'Its templates take more steps, or write more, than Parley follows.';
