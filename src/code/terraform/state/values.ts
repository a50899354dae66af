import type { JsonObject } from '../../../model/json.ts';
import type { StateResource } from './types.ts';

/** Provides parsed attributes in both of the forms that a state resource has. */
export function attributesIn(
  attributes: JsonObject,
): Pick<StateResource, 'attributes' | 'attribute'> {
  return {
    attributes,
    attribute: (name) => (Object.hasOwn(attributes, name) ? attributes[name] : undefined),
  };
}
