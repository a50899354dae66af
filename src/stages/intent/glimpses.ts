import type { Drift, DriftValue, Write } from '../../model/drift.ts';
import { groupBy } from '../../model/group.ts';
import { canonicalJson, type Json } from '../../model/json.ts';
import type { Reverted } from '../../model/reverted.ts';
import type { IntentClause } from './clause.ts';
import { namedClauses } from './infer.ts';
import type { InferInput } from './types.ts';

/** One of the values that a reverted entry had for a while, in the form of a drift. */
interface Glimpse {
  readonly entry: number;
  readonly drift: Drift;
}

/** How many values of one field are examined for the weightiest. */
const maxValues = 50;

/**
 * For each entry (by index), what the rules make of its values. Values that one call set on one
 * resource are read together.
 */
export function clausesByEntry(
  reverted: readonly Reverted[],
  { event, known }: Pick<InferInput, 'event' | 'known'>,
): ReadonlyMap<number, readonly IntentClause[]> {
  const glimpses = reverted.flatMap((entry, i) => glimpsesOf(entry, i));
  const entryOf = new Map(glimpses.map(({ drift, entry }) => [drift.id, entry]));
  const groups = groupBy(glimpses, ({ drift }) =>
    JSON.stringify([drift.address, drift.evidence[0] ?? '']),
  );
  const found = new Map<number, IntentClause[]>();
  for (const group of groups.values()) {
    const made = event(group[0]?.drift.evidence[0] ?? '');
    const drifts = group.map(({ drift }) => drift);
    const events = made === undefined ? [] : [made];
    for (const clause of namedClauses(drifts, made?.actor, events, { known })) {
      const entries = new Set(clause.facts.flatMap(({ drift }) => entryOf.get(drift.id) ?? []));
      for (const entry of entries) found.set(entry, [...(found.get(entry) ?? []), clause]);
    }
  }
  return found;
}

function glimpsesOf(entry: Reverted, index: number): readonly Glimpse[] {
  const { address, type, path, before, changes = [], created } = entry;
  if (type === undefined || before === undefined) return [];
  const glimpse = (
    n: number,
    write: Pick<Write, 'event' | 'value'>,
    declared: DriftValue,
  ): Glimpse => ({
    entry: index,
    drift: {
      id: `${index}.${n}`,
      address,
      type,
      path,
      declared,
      declaredFrom: 'state',
      live: write.value,
      evidence: [write.event],
      basis: 'inferred',
      ...(created === undefined ? {} : { creation: { attributes: created, importId: '' } }),
    },
  });
  const own = new Set(changes);
  const seen = new Set<string>();
  const glimpses: Glimpse[] = [];
  let previous = before;
  for (const write of entry.writes ?? []) {
    const key = glimpseKey(write.value);
    if (own.has(write.event) && !seen.has(key) && seen.size < maxValues) {
      seen.add(key);
      // A return to the earlier value after the code was applied is compared with what it replaced.
      const isBefore = glimpseKey(before) === key;
      glimpses.push(glimpse(glimpses.length, write, isBefore ? previous : before));
    }
    previous = write.value;
  }
  return glimpses;
}

/** A key that is the same for equal values. */
export function glimpseKey(value: DriftValue): string {
  return canonicalJson(value as unknown as Json);
}
