import type { Json } from '../../model/json.ts';
import { canonicalJson } from '../../model/json.ts';
import type { Memory } from '../../ports/store/memory.ts';
import type { Estate } from '../../providers/catalog/types.ts';
import { addressKey } from '../../stages/drift/look.ts';

type Finder = Pick<Estate, 'find'>;

/**
 * Finds resources that the state has lost, by the names under which earlier runs found them: what
 * was deleted out of band is in the code still when a refresh has taken it out of the state.
 */
export function withAliases(
  estate: Finder,
  memory: Memory | undefined,
  isKnown: (address: string) => boolean,
): Finder {
  if (memory === undefined) return estate;
  const aliases = new Map(memory.events.flatMap(({ addresses }) => Object.entries(addresses)));
  return {
    find(ref) {
      const [key = {}] = ref.keys;
      // What a look showed has its address for a name, which no attribute has.
      const looked = key[addressKey];
      const found = looked === undefined ? estate.find(ref) : undefined;
      if (found !== undefined) return found;
      const address = looked ?? aliases.get(canonicalJson(ref as unknown as Json));
      if (address === undefined || !isKnown(address)) return undefined;
      return { address, type: ref.type, attributes: {}, declares: () => false };
    },
  };
}
