import { valueToJson } from '../../../code/hcl/eval/json.ts';
import type { AffectedFinder } from '../../../code/terraform/config/affected/find.ts';
import {
  type BrokenCondition,
  createBrokenConditions,
} from '../../../code/terraform/config/conditions.ts';
import type { Evaluation } from '../../../code/terraform/config/types.ts';
import { groupBy } from '../../../model/group.ts';
import type { Json } from '../../../model/json.ts';
import { formatPath, pathKey, startsWith } from '../../../model/path.ts';
import { displayText } from '../../../model/text.ts';
import type { Forbidden } from '../code-base.ts';
import type { ElementGoal, Goal } from '../types.ts';
import { createDanglingFinder } from './dangling.ts';
import { agreesWithMember, memberId, membersByIdentity } from './member.ts';

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

/**
 * A member that an edit takes out of a list although no goal asks for that, since it gives its
 * place to another one. The blast radius has only the index of such a place, which every member may
 * have.
 */
function displacedBy(
  before: Evaluation,
  after: Evaluation,
  goals: readonly Goal[],
): Forbidden | undefined {
  const members = goals.filter((goal): goal is ElementGoal => goal.kind === 'element');
  const lists = groupBy(members, ({ address, path }) => `${address} ${pathKey(path)}`);
  for (const asked of lists.values()) {
    const [first] = asked;
    if (first === undefined || isAskedWhole(first, goals)) continue;
    const [old, now] = [membersIn(before, first), membersIn(after, first)];
    if (old === undefined || now === undefined) continue;
    const lost = [...old].find(([id, member]) => !now.has(id) && !isAskedToGo(id, member, asked));
    if (lost === undefined) continue;
    const place = displayText(`${formatPath(first.path)} of ${first.address}`, 160);
    return { because: `It would also remove another member from ${place}.` };
  }
  return undefined;
}

function isAskedWhole({ address, path }: ElementGoal, goals: readonly Goal[]): boolean {
  return goals.some(
    (goal) => goal.kind === 'value' && goal.address === address && startsWith(path, goal.path),
  );
}

function isAskedToGo(id: string, member: Json, asked: readonly ElementGoal[]): boolean {
  return asked.some(
    ({ action, type, path, element }) =>
      action === 'remove' &&
      (memberId(type, path, element) === id || agreesWithMember(member, element)),
  );
}

function membersIn(
  evaluation: Evaluation,
  { address, path, type }: ElementGoal,
): ReadonlyMap<string, Json> | undefined {
  const value = evaluation.valueAt(address, path);
  const json = value === undefined ? undefined : valueToJson(value);
  return json === undefined ? undefined : membersByIdentity(type, path, json);
}
