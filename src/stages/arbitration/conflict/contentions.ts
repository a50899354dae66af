import type { Actor } from '../../../model/actor.ts';
import type { Contention } from '../../../model/contention.ts';
import type { Drift } from '../../../model/drift.ts';
import { groupBy } from '../../../model/group.ts';
import { compareInstants } from '../../../model/instant.ts';
import { pathKey } from '../../../model/path.ts';
import type { Reverted } from '../../../model/reverted.ts';
import { compareKeys } from '../../../model/text.ts';
import type { Policy } from '../types.ts';
import { contentionIn, type FieldContention } from './field-contention.ts';

interface Contended {
  readonly contention: FieldContention;
  readonly place: Pick<Drift, 'address' | 'path'>;
  readonly drift: string | undefined;
}

/**
 * The contentions between automations, one for each resource and pair of parties, regardless of how
 * many fields and turns. Includes contentions that cancelled out and left no drift.
 */
export function contentionsIn(
  drifts: readonly Drift[],
  reverted: readonly Reverted[],
  actorOf: (event: string) => Actor | undefined,
  limits: Policy['contention'],
): readonly Contention[] {
  const found = [
    ...drifts.map((drift) => ({ place: drift, drift: drift.id })),
    ...reverted.map((place) => ({ place, drift: undefined })),
  ].flatMap(({ place, drift }): readonly Contended[] => {
    const contention = contentionIn(place, actorOf, limits);
    return contention === undefined ? [] : [{ contention, place, drift }];
  });
  const groups = groupBy(found, ({ contention, place }) =>
    JSON.stringify([place.address, ...contention.parties.map(({ principal }) => principal)]),
  );
  return [...groups].sort(compareKeys).flatMap(([, group]) => merged(group));
}

function merged(group: readonly Contended[]): readonly Contention[] {
  const [first] = group;
  if (first === undefined) return [];
  const paths = new Map(group.map(({ place }) => [pathKey(place.path), place.path]));
  const times = group
    .flatMap(({ contention }) => [contention.from, contention.to])
    .sort(compareInstants);
  return [
    {
      address: first.place.address,
      paths: [...paths].sort(compareKeys).map(([, path]) => path),
      parties: first.contention.parties,
      alternations: Math.max(...group.map(({ contention }) => contention.alternations)),
      window: { from: times[0] ?? '', to: times.at(-1) ?? '' },
      drifts: group.flatMap(({ drift }) => drift ?? []).sort(),
    },
  ];
}
