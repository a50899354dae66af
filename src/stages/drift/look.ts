import type { Change, Effect } from '../../model/effect.ts';
import { known } from '../../model/event.ts';
import { compareInstants } from '../../model/instant.ts';

/** The key of a resource in what a look showed: no log has it, so that it identifies nothing else. */
export const addressKey = '(address)';

/** A provider read all of a resource: it sets nothing, and answers what calls before it left open. */
export const wholeLook: Change = { kind: 'set', path: [], value: known({}) };

export function isLook({ resource }: Effect): boolean {
  return resource.keys[0]?.[addressKey] !== undefined;
}

/** The address of a resource that a provider read all of, or found gone. */
export function lookedAt({ resource, change }: Effect): string | undefined {
  const address = resource.keys[0]?.[addressKey];
  const isWhole = change.kind === 'set' && change.path.length === 0;
  return isWhole || change.kind === 'delete' ? address : undefined;
}

/** A call that may have changed anything about the resource. */
export function isHiddenLook({ change }: Effect): boolean {
  return change.kind === 'set' && change.path.length === 0 && change.value.kind !== 'known';
}

/** Of effects in fold order, those since the provider last read all of the resource. */
export function sinceLook(effects: readonly Effect[]): readonly Effect[] {
  return effects.slice(effects.findLastIndex((effect) => lookedAt(effect) !== undefined) + 1);
}

/** When a provider first read all of a resource at or after a time, ISO 8601 UTC. */
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
