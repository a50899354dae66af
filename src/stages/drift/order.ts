import type { Change, Effect } from '../../model/effect.ts';
import { groupBy } from '../../model/group.ts';
import { compareInstants } from '../../model/instant.ts';
import type { Json } from '../../model/json.ts';
import { canonicalJson } from '../../model/json.ts';
import type { AttributePath } from '../../model/path.ts';
import { compareText } from '../../model/text.ts';

/**
 * Within one event: a resource goes before it comes, it exists before it changes, a parent value
 * is set before what is inside, and a member leaves before the next one joins (a replacement).
 */
const ranks: Readonly<Record<Change['kind'], number>> = {
  delete: 0,
  create: 1,
  set: 2,
  remove: 3,
  add: 4,
};

/** The effects in fold order, each once, whatever the order of arrival. */
export function inFoldOrder(effects: readonly Effect[]): readonly Effect[] {
  const own = [...groupBy(effects, ({ event }) => event).values()];
  return own.flatMap((some) => (some.length === 1 ? some : sortedOnce(some))).sort(compareEffects);
}

/** Of one event. What is alike in all else is in the order of its text. */
function sortedOnce(effects: readonly Effect[]): readonly Effect[] {
  const keyed = new Map(
    effects.map((effect) => [canonicalJson(effect as unknown as Json), effect]),
  );
  return [...keyed].sort(([a], [b]) => compareText(a, b)).map(([, effect]) => effect);
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

/** Parents before what is inside them, siblings by text. */
export function compareDriftPaths(a: AttributePath, b: AttributePath): number {
  for (const [index, step] of a.entries()) {
    const other = b[index];
    if (other === undefined) return 1;
    const order = compareText(canonicalJson(step as Json), canonicalJson(other as Json));
    if (order !== 0) return order;
  }
  return a.length - b.length;
}
