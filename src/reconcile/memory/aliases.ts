import { canonicalJson, type Json } from '../../model/json.ts';
import type { Memory } from '../../ports/store/memory.ts';
import type { Estate } from '../../providers/catalog/types.ts';
import { addressKey } from '../../stages/drift/look.ts';
import type { Replaced } from './replaced.ts';

type Finder = Pick<Estate, 'find'>;

/**
 * Finds resources that are missing from the state by the names under which earlier runs found them.
 * A resource that was deleted out of band is still in the code after a refresh has removed it from
 * the state. A resource that was replaced is not the one that the state has now.
 */
export function withAliases(
  estate: Finder,
  memory: Memory | undefined,
  isKnown: (address: string) => boolean,
  replaced: Pick<Replaced, 'event'>,
): Finder {
  if (memory === undefined) return estate;
  const aliases = new Map(
    memory.events.flatMap((event) =>
      Object.entries(event.addresses).filter(([, address]) => !replaced.event(event, address)),
    ),
  );
  return {
    find(ref) {
      const [key = {}] = ref.keys;
      // An observation identifies its resource by address instead of by attributes.
      const looked = key[addressKey];
      const found = looked === undefined ? estate.find(ref) : undefined;
      if (found !== undefined) return found;
      const address = looked ?? aliases.get(canonicalJson(ref as unknown as Json));
      if (address === undefined || !isKnown(address)) return undefined;
      return { address, type: ref.type, attributes: {}, declares: () => false };
    },
  };
}
