import type { Estate, ManagedResource } from '../../../providers/catalog/types.ts';
import type { StateValues } from '../config/types.ts';
import type { IndexedResource, StateIndex } from './types.ts';

/**
 * The catalog's view of managed resources, based on the state and the code. `declares` returns
 * whether the code's block of the resource at an address sets an attribute or has a block of that
 * type.
 */
export function createStateEstate(
  index: StateIndex,
  declares: (address: string, attribute: string) => boolean,
): Estate {
  const seen = (resource: IndexedResource): ManagedResource => ({
    address: resource.address,
    type: resource.type,
    provider: resource.provider,
    get attributes() {
      return resource.attributes;
    },
    declares: (attribute) => declares(resource.address, attribute),
  });
  return {
    find(ref) {
      const result = index.find(ref);
      return result.kind === 'found' ? seen(result.resource) : undefined;
    },
    where: (type, attribute, value) => index.where(type, attribute, value).map(seen),
    ofType: (type) => index.ofType(type).map(seen),
    types: () => index.types(),
  };
}

/** The state as used in evaluating the code: attributes of instances, and which instances exist. */
export function createStateValues(index: StateIndex): StateValues {
  return {
    get: (address) => index.get(address)?.attributes,
    keys: (address) => index.keys(address),
  };
}
