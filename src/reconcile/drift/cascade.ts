import type { Evaluation } from '../../code/terraform/config/types.ts';
import type { IndexedResource, StateIndex } from '../../code/terraform/state/types.ts';
import { isArmId } from '../../model/arm-id.ts';
import { own } from '../../model/json.ts';
import { cloudOfType } from '../../providers/traits/clouds.ts';
import { deletedParts, isPartType } from '../../providers/traits/deleted-parts.ts';
import type { DeleteGoal, Goal } from '../../stages/patch/types.ts';

/** Attributes that identify a whole. */
const identities = ['id', 'arn', 'name', 'bucket', 'dataset_id', 'function_name', 'url'];

/** The goals, plus a deletion of each part that was deleted with a whole. */
export function withParts(
  goals: readonly Goal[],
  evaluation: Evaluation,
  index: StateIndex,
): readonly Goal[] {
  const deleted = new Set(goals.flatMap((goal) => (goal.kind === 'delete' ? [goal.address] : [])));
  const parts = goals.flatMap((goal) => {
    if (goal.kind !== 'delete') return [];
    const whole = index.get(goal.address);
    return whole === undefined ? [] : partsOf(goal, whole, evaluation, index);
  });
  return [...goals, ...parts.filter(({ address }) => !deleted.has(address))];
}

function partsOf(
  goal: DeleteGoal,
  whole: IndexedResource,
  evaluation: Evaluation,
  index: StateIndex,
): readonly DeleteGoal[] {
  const rules = deletedParts(goal.type);
  const inside = insideOf(whole);
  if (rules.length === 0 && inside === undefined) return [];
  const names = new Set(
    identities.flatMap((name) => {
      const value = own(whole.attributes, name);
      return typeof value === 'string' && value !== '' ? [value] : [];
    }),
  );
  return evaluation.addresses().flatMap((address) => {
    const part = index.get(address);
    if (part === undefined || address === goal.address) return [];
    const isPart =
      inside?.(part) === true ||
      rules.some(
        (rule) =>
          isPartType(rule, part.type) &&
          names.has(String(part.attributes[rule.by]).replace(/^b\//, '')) &&
          isOneProject(whole, part),
      );
    return isPart ? [{ kind: 'delete', drift: goal.drift, address, type: part.type } as const] : [];
  });
}

/**
 * Azure deletes everything below an id with it: the resources of a group, the rules of a security
 * group. A reference that Terraform manages as a separate resource has the id of one side as its
 * own id or prefix.
 */
function insideOf(whole: IndexedResource): ((part: IndexedResource) => boolean) | undefined {
  const id = whole.attributes['id'];
  if (typeof id !== 'string' || !isArmId(id) || isReference(whole)) return undefined;
  const key = id.toLowerCase();
  return (part) =>
    cloudOfType(part.type) === 'azure' &&
    ['id', 'resource_manager_id'].some((name) => {
      const id = part.attributes[name];
      if (typeof id !== 'string') return false;
      const folded = id.toLowerCase();
      if (folded === key) return isReference(part);
      return folded.startsWith(`${key}/`) || folded.startsWith(`${key}|`);
    });
}

/**
 * True for a resource that has the id of another one and refers to it, as a subnet association
 * does.
 */
function isReference({ attributes }: IndexedResource): boolean {
  const { id, ...others } = attributes;
  return Object.entries(others).some(
    ([name, value]) =>
      name.endsWith('_id') &&
      name !== 'resource_manager_id' &&
      typeof value === 'string' &&
      typeof id === 'string' &&
      value.toLowerCase() === id.toLowerCase(),
  );
}

/** False for resources in different Google Cloud projects, which may have the same name. */
function isOneProject(a: IndexedResource, b: IndexedResource): boolean {
  const [one, other] = [a, b].map(({ attributes }) => attributes['project']);
  return typeof one !== 'string' || typeof other !== 'string' || one === other;
}
