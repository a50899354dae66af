import type { Change, Effect } from '../../model/effect.ts';
import { groupBy } from '../../model/group.ts';
import { compareInstants } from '../../model/instant.ts';
import { canonicalJson, type Json } from '../../model/json.ts';
import type { AttributePath } from '../../model/path.ts';
import { compareKeys, compareText } from '../../model/text.ts';

/**
 * Order of the changes within one event: a resource is deleted before it is created, exists before
 * it changes, a parent value is set before the values inside it, and a member is removed before the
 * next one is added (a replacement).
 */
const ranks: Readonly<Record<Change['kind'], number>> = {
  delete: 0,
  create: 1,
  set: 2,
  remove: 3,
  add: 4,
};

/** The effects in fold order, without duplicates, whatever the order of arrival. */
export function inFoldOrder(effects: readonly Effect[]): readonly Effect[] {
  const own = [...groupBy(effects, ({ event }) => event).values()];
  return own.flatMap((some) => (some.length === 1 ? some : sortedOnce(some))).sort(compareEffects);
}

/**
 * Removes duplicates within one event. Effects that are otherwise equal are ordered by their text.
 */
function sortedOnce(effects: readonly Effect[]): readonly Effect[] {
  const keyed = new Map(
    effects.map((effect) => [canonicalJson(effect as unknown as Json), effect]),
  );
  return [...keyed].sort(compareKeys).map(([, effect]) => effect);
}

function compareEffects(a: Effect, b: Effect): number {
  return (
    compareInstants(a.time, b.time) ||
    compareText(a.event, b.event) ||
    ranks[a.change.kind] - ranks[b.change.kind] ||
    depth(a.change) - depth(b.change)
  );
}

function depth(change: Change): number {
  return change.kind === 'set' ? change.path.length : 0;
}

/** Parents before the paths inside them, siblings by text. */
function compareDriftPaths(a: AttributePath, b: AttributePath): number {
  for (const [index, step] of a.entries()) {
    const other = b[index];
    if (other === undefined) return 1;
    const order = compareText(canonicalJson(step as Json), canonicalJson(other as Json));
    if (order !== 0) return order;
  }
  return a.length - b.length;
}

type Place = { readonly address: string; readonly path: AttributePath };

/** Sorts by address, then by path. */
export function compareDriftPlaces(a: Place, b: Place): number {
  return compareText(a.address, b.address) || compareDriftPaths(a.path, b.path);
}
