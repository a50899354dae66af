import type { AffectedFinder } from '../../../code/terraform/config/affected/find.ts';
import {
  type BrokenCondition,
  createBrokenConditions,
} from '../../../code/terraform/config/conditions.ts';
import type { Evaluation } from '../../../code/terraform/config/types.ts';
import { displayText } from '../../../model/text.ts';
import type { Forbidden } from '../code-base.ts';
import type { Goal } from '../types.ts';
import { createDanglingFinder } from './dangling.ts';
import { displacedBy } from './displaced.ts';

/** What the configuration itself has against an edit, and losses that its radius does not show. */
export function createForbidden(
  affected: AffectedFinder,
): (before: Evaluation, after: Evaluation, goals: readonly Goal[]) => Forbidden | undefined {
  const brokenBy = createConditionsCheck();
  const danglingAfter = createDanglingFinder(affected);
  return (before, after, goals) =>
    brokenBy(before, after) ??
    displacedBy(before, after, goals) ??
    danglingAfter(before, after, goals);
}

/** A condition of the configuration that an edit breaks. */
function createConditionsCheck(): (before: Evaluation, after: Evaluation) => Forbidden | undefined {
  const brokenConditions = createBrokenConditions();
  return (before, after) => {
    const broken = [...brokenConditions(after)];
    if (broken.length === 0) return undefined;
    // What was broken before is not the edit's doing.
    const earlier = new Set([...brokenConditions(before)].map(keyOf));
    const own = broken.find((each) => !earlier.has(keyOf(each)));
    return own && { because: sentence(own) };
  };
}

function keyOf({ kind, address, message = '' }: BrokenCondition): string {
  return `${kind} ${address} ${message}`;
}

function sentence({ kind, address, message }: BrokenCondition): string {
  const shownMessage = message === undefined ? '' : ` (${displayText(message, 160)})`;
  return `The ${kind} of ${displayText(address, 160)} would not allow the value${shownMessage}.`;
}
