import type { JsonObject } from '../../model/json.ts';
import { attributesFrom } from './attributes.ts';
import { required, scalar } from './request.ts';
import type { ListedElement } from './resource.ts';
import type { CatalogAttributes, CatalogSource } from './sources.ts';
import { setMembers, valueAtSource } from './sources.ts';

/**
 * A block in a list, which the attributes in `identity` tell from the others. `blank` has the values
 * of attributes that a call leaves out.
 */
export function listedBlock(
  fields: CatalogAttributes,
  identity: readonly string[],
  blank: JsonObject = {},
): ListedElement {
  const own = Object.entries(fields).filter(([name]) => identity.includes(name));
  const keys: CatalogAttributes = Object.fromEntries(own);
  return {
    added: (event) => {
      const sets = setMembers(event, { type: '', keys: [] }, fields);
      const isHidden = sets.some(
        ({ change }) => change.kind === 'set' && change.value.kind !== 'known',
      );
      return isHidden ? undefined : { ...blank, ...attributesFrom(sets) };
    },
    removed: (event) => {
      const key = attributesFrom(setMembers(event, { type: '', keys: [] }, keys));
      return Object.keys(key).length === 0 ? undefined : key;
    },
  };
}

/** A plain value in a list: the name or ARN of a member. */
export function listedValue(source: CatalogSource): ListedElement {
  const value: ListedElement['added'] = (event) =>
    required(scalar(valueAtSource(event, source)), 'the member of a list');
  return { added: value, removed: value };
}

/** For calls that do not name the element. */
export const unnamedElement: ListedElement = {
  added: () => undefined,
  removed: () => undefined,
};
