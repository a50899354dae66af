import type { Value } from './value.ts';
import { unknownValue, valueChildren } from './value.ts';

/** What the evaluation of one project may cost, whoever wrote the project. */
export interface EvaluationBudget {
  /** Takes rounds of loops from what is left; false where not as many are. */
  spend(rounds: number): boolean;
  /** The value itself; an unknown one in place of one that is too large to be walked through. */
  within(value: Value): Value;
}

export const tooMuch = 'evaluating it takes more steps than are made for one project';
const tooLarge = 'the value is too large to be worked with';

/** Rounds of all loops of a project: some seconds. */
const maxRounds = 2_000_000;
/** Parts of one value, each counted wherever it stands: values may share parts, whoever walks does not. */
const maxParts = 2_000_000;
/** Characters of one text. */
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
