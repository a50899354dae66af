import type { StateIndex } from '../../code/terraform/state/types.ts';
import type { KnownResources } from '../../stages/intent/whole.ts';

/** The state as the sentences about drifts need it: they name parts by what they belong to. */
export function knownIn(index: StateIndex): KnownResources {
  return {
    attributes: (address) => index.get(address)?.attributes,
    find: (ref) => {
      const found = index.find(ref);
      return found.kind === 'found' ? found.resource.address : undefined;
    },
  };
}
