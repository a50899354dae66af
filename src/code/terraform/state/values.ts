import type { JsonObject } from '../../../model/json.ts';
import type { StateResource } from './types.ts';

/** Attributes that are at hand as values, in both of the ways that a state's resource gives them. */
export function attributesIn(
  attributes: JsonObject,
): Pick<StateResource, 'attributes' | 'attribute'> {
  return {
    attributes,
    attribute: (name) => (Object.hasOwn(attributes, name) ? attributes[name] : undefined),
  };
}
