import type { Value } from './value.ts';
import { unknownValue, valueChildren } from './value.ts';

/** The limits on evaluating one project, since its code is not trusted. */
export interface EvaluationBudget {
  /** Deducts loop rounds from the budget; false if fewer than that are left. */
  spend(rounds: number): boolean;
  /** Returns the value, or an unknown one in its place if it is too large to be traversed. */
  within(value: Value): Value;
}

export const tooMuch = 'evaluating it takes more steps than Parley allows for one project';
const tooLarge = 'the value is too large';

/** Rounds of all loops of a project; they take some seconds. */
const maxRounds = 2_000_000;
/**
 * Parts of one value. A shared part counts each time it occurs, since a traversal visits it each
 * time.
 */
const maxParts = 2_000_000;
/** Characters of one string. */
const maxCharacters = 2 ** 24;

export function createEvaluationBudget(rounds = maxRounds): EvaluationBudget {
  let left = rounds;
  const sizes = new WeakMap<Value, number>();
  const sizeOf = (value: Value): number => {
    const known = sizes.get(value);
    if (known !== undefined) return known;
    let size = 1;
    for (const part of valueChildren(value)) size += sizeOf(part);
    if (size > 1) sizes.set(value, size);
    return size;
  };
  return {
    spend(wanted) {
      left -= wanted;
      return left >= 0;
    },
    within(value) {
      if (value.kind === 'string') {
        return value.value.length > maxCharacters ? unknownValue(tooLarge) : value;
      }
      return sizeOf(value) > maxParts ? unknownValue(tooLarge) : value;
    },
  };
}
