import { createMoveFinder } from '../../code/terraform/moves/ahead.ts';
import type { StateIndex } from '../../code/terraform/state/types.ts';
import { canonicalJson, type Json } from '../../model/json.ts';
import type { Memory, RememberedEvent } from '../../ports/store/memory.ts';
import { addressKey } from '../../stages/drift/look.ts';
import type { Loaded } from '../managed/load-project.ts';

/** Creates a function that returns the address under which the code has a resource now. */
export function createAddressFollower(
  { project: { evaluation } }: Loaded,
  index: StateIndex,
): (address: string) => string {
  const find = createMoveFinder(
    evaluation.configuration,
    (address) => index.get(address) !== undefined || evaluation.instance(address) !== undefined,
  );
  const known = new Map<string, string>();
  return (address) => {
    const found = known.get(address) ?? find(address) ?? address;
    known.set(address, found);
    return found;
  };
}

/**
 * What is remembered, under the addresses that `follow` returns: resources were moved since, or are
 * to be moved by the next apply. The same object if nothing was.
 */
export function movedMemory(memory: Memory, follow: (address: string) => string): Memory {
  const open = sameOr(memory.open, (drift) => movedPlace(drift, follow));
  const events = sameOr(memory.events, (event) => movedEvent(event, follow));
  const { state } = memory;
  const values = state && sameOr(state.values, (value) => movedPlace(value, follow));
  const isSame = open === memory.open && events === memory.events && values === state?.values;
  if (isSame) return memory;
  return { ...memory, open, events, ...(state && values && { state: { ...state, values } }) };
}

/** The same list if each of its members is the same. */
function sameOr<T>(list: readonly T[], change: (one: T) => T): readonly T[] {
  const changed = list.map(change);
  return changed.every((one, at) => one === list[at]) ? list : changed;
}

function movedPlace<T extends { readonly address: string }>(
  one: T,
  follow: (address: string) => string,
): T {
  const address = follow(one.address);
  return address === one.address ? one : { ...one, address };
}

function movedEvent(event: RememberedEvent, follow: (address: string) => string): RememberedEvent {
  const named = Object.entries(event.addresses);
  if (named.every(([, address]) => follow(address) === address)) return event;
  const { translation } = event;
  if (translation.kind !== 'effects') return event;
  // An observation names its resource by address.
  const effects = translation.effects.map((effect) => {
    const looked = effect.resource.keys[0]?.[addressKey];
    if (looked === undefined) return effect;
    return {
      ...effect,
      resource: { ...effect.resource, keys: [{ [addressKey]: follow(looked) }] },
    };
  });
  const names = translation.effects.map(({ resource }, at) => [
    canonicalJson(resource as unknown as Json),
    canonicalJson(effects[at]?.resource as unknown as Json),
  ]);
  const renamed = new Map(names.map(([before = '', after = '']) => [before, after]));
  const nameNow = (name: string): string => renamed.get(name) ?? name;
  return {
    ...event,
    translation: { ...translation, effects },
    addresses: Object.fromEntries(named.map(([name, address]) => [nameNow(name), follow(address)])),
    formerly: Object.fromEntries(
      named.flatMap(([name, address]) => {
        const earlier = event.formerly?.[name] ?? [];
        const former = follow(address) === address ? earlier : [address, ...earlier];
        return former.length === 0 ? [] : [[nameNow(name), former]];
      }),
    ),
    ...(event.ids && {
      ids: Object.fromEntries(
        Object.entries(event.ids).map(([address, ids]) => [follow(address), ids]),
      ),
    }),
  };
}
