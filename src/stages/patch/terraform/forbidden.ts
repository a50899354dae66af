import {
  type BrokenCondition,
  createBrokenConditions,
} from '../../../code/terraform/config/conditions.ts';
import type { Evaluation } from '../../../code/terraform/config/types.ts';
import { displayText } from '../../../model/text.ts';

/** A condition of the configuration that an edit breaks, as a sentence. */
export function createForbidden(): (before: Evaluation, after: Evaluation) => string | undefined {
  const brokenConditions = createBrokenConditions();
  return (before, after) => {
    const broken = [...brokenConditions(after)];
    if (broken.length === 0) return undefined;
    // What was broken before is not the edit's doing.
    const earlier = new Set([...brokenConditions(before)].map(keyOf));
    const own = broken.find((each) => !earlier.has(keyOf(each)));
    return own && sentence(own);
  };
}

function keyOf({ kind, address, message = '' }: BrokenCondition): string {
  return `${kind} ${address} ${message}`;
}

function sentence({ kind, address, message }: BrokenCondition): string {
  const shownMessage = message === undefined ? '' : ` (${displayText(message, 160)})`;
  return `The ${kind} of ${displayText(address, 160)} would not allow the value${shownMessage}.`;
}
