import type { Json, JsonObject } from '../../model/json.ts';
import { own } from '../../model/json.ts';
import { attributesFrom } from './attributes.ts';
import { required, scalar } from './request.ts';
import type { Listing } from './resource.ts';
import type { CatalogAttributes, CatalogSource } from './sources.ts';
import { setMembers, valueAtSource } from './sources.ts';

type ElementReader = Listing<never>['element'];

/**
 * A block in a list, which the attributes in `identity` tell from the others. `blank` has the values
 * of attributes that a call leaves out.
 */
export function listedBlock(
  fields: CatalogAttributes,
  identity: readonly string[],
  blank: JsonObject = {},
): ElementReader {
  return (event) => {
    const sets = setMembers(event, { type: '', keys: [] }, fields);
    const isHidden = sets.some(
      ({ change }) => change.kind === 'set' && change.value.kind !== 'known',
    );
    const block = { ...blank, ...attributesFrom(sets) };
    const key = identity.flatMap((name): readonly [string, Json][] => {
      const value = own(block, name);
      return value === undefined ? [] : [[name, value]];
    });
    return { element: isHidden ? undefined : block, key: Object.fromEntries(key) };
  };
}

/** A plain value in a list: the name or ARN of a member. */
export function listedValue(source: CatalogSource): ElementReader {
  return (event) => {
    const value = required(scalar(valueAtSource(event, source)), 'the member of a list');
    return { element: value, key: value };
  };
}

/** For calls that do not name the element. */
export const unnamedElement: ElementReader = () => ({ element: undefined, key: undefined });
