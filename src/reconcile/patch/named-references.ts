import type { StateIndex } from '../../code/terraform/state/types.ts';
import { foldArmId } from '../../model/arm-id.ts';
import { type JsonObject, own } from '../../model/json.ts';
import { namedType, resourceGroupType } from '../../providers/traits/names.ts';
import type { CreateGoal } from '../../stages/patch/types.ts';
import type { ReferencedIdentity } from './references.ts';

/** Arguments that a part shares with its whole. */
const shared: ReadonlySet<string> = new Set(['location', 'resource_group_name']);

/** True if the attribute has the value. Azure ids are not case-sensitive. */
export function hasNamedValue(attributes: JsonObject, attribute: string, value: string): boolean {
  const found = own(attributes, attribute);
  return typeof found === 'string' && foldArmId(found) === foldArmId(value);
}

/**
 * The resources that a name refers to by itself, and those with which a new resource shares its
 * group or whole.
 */
export function namedIn(
  index: StateIndex,
  { creation }: CreateGoal,
  argument: string,
  value: string,
): readonly ReferencedIdentity[] {
  const type = namedType(argument);
  const named = type === undefined ? [] : index.where(type, 'name', value);
  const group = creation.attributes['resource_group_name'];
  const groups = typeof group === 'string' ? index.where(resourceGroupType, 'name', group) : [];
  const wholes = shared.has(argument)
    ? [...(argument === 'location' ? groups : []), index.get(creation.parent ?? '')].filter(
        (whole) => whole !== undefined && hasNamedValue(whole.attributes, argument, value),
      )
    : [];
  return [
    ...(named.length === 1 ? named : []).map(({ address }) => ({ address, attribute: 'name' })),
    ...wholes.map((whole) => ({ address: whole?.address ?? '', attribute: argument })),
  ];
}
