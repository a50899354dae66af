import { type JsonObject, own } from '../../../model/json.ts';
import type { StateResource } from './types.ts';

/** Provides parsed attributes in both of the forms that a state resource has. */
export function attributesIn(
  attributes: JsonObject,
): Pick<StateResource, 'attributes' | 'attribute'> {
  return {
    attributes,
    attribute: (name) => own(attributes, name),
  };
}
