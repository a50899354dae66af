import type { Change, Effect } from '../../model/effect.ts';
import { known } from '../../model/event.ts';
import { compareInstants } from '../../model/instant.ts';

/**
 * The key under which a look stores the address of a resource. No log has such a key, so it
 * identifies nothing else.
 */
export const addressKey = '(address)';

/**
 * The change for a provider's read of an entire resource: it sets nothing, but resolves what
 * earlier calls left open.
 */
export const wholeLook: Change = { kind: 'set', path: [], value: known({}) };

export function isLook({ resource }: Effect): boolean {
  return resource.keys[0]?.[addressKey] !== undefined;
}

/** The address of a resource that a provider read entirely or found to be gone. */
export function lookedAt({ resource, change }: Effect): string | undefined {
  const address = resource.keys[0]?.[addressKey];
  const isWhole = change.kind === 'set' && change.path.length === 0;
  return isWhole || change.kind === 'delete' ? address : undefined;
}

/** True for a call that may have changed anything about the resource. */
export function isHiddenLook({ change }: Effect): boolean {
  return change.kind === 'set' && change.path.length === 0 && change.value.kind !== 'known';
}

/** Of effects in fold order, those after the provider last read the entire resource. */
export function sinceLook(effects: readonly Effect[]): readonly Effect[] {
  return effects.slice(effects.findLastIndex((effect) => lookedAt(effect) !== undefined) + 1);
}

/** When a provider first read an entire resource at or after a time, ISO 8601 UTC. */
export function lookAfter(
  effects: Iterable<Effect>,
): (address: string, time: string) => string | undefined {
  const looks = new Map<string, string[]>();
  for (const effect of effects) {
    const address = lookedAt(effect);
    if (address === undefined) continue;
    const known = looks.get(address);
    if (known === undefined) looks.set(address, [effect.time]);
    else known.push(effect.time);
  }
  for (const times of looks.values()) times.sort(compareInstants);
  return (address, time) => looks.get(address)?.find((at) => compareInstants(at, time) >= 0);
}
