import type { Drift, DriftValue, Reverted, Write } from '../../model/drift.ts';
import { groupBy } from '../../model/group.ts';
import { canonicalJson, type Json } from '../../model/json.ts';
import type { IntentClause } from './clause.ts';
import { namedClauses } from './infer.ts';
import type { EvidenceEvent } from './types.ts';

/** One value of many that an entry had, as a drift that was there for a while. */
interface Glimpse {
  readonly entry: number;
  readonly drift: Drift;
}

/** Values of one field that are looked at, for what is weightiest among them. */
const maxValues = 50;

/** By entry, what the rules read out of its values. What one call did to one resource is one. */
export function clausesOf(
  reverted: readonly Reverted[],
  event: (id: string) => EvidenceEvent | undefined,
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
    for (const clause of namedClauses(drifts, made?.actor, made === undefined ? [] : [made])) {
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
      // Back to what was before, after the code had been applied.
      const isBefore = glimpseKey(before) === key;
      glimpses.push(glimpse(glimpses.length, write, isBefore ? previous : before));
    }
    previous = write.value;
  }
  return glimpses;
}

/** The same for equal values. */
export function glimpseKey(value: DriftValue): string {
  return canonicalJson(value as unknown as Json);
}
