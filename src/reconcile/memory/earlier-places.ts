import type { Drift } from '../../model/drift.ts';
import type { NetDriftResult } from '../../stages/drift/types.ts';
import type { EarlierRuns, RunInput } from '../run-input.ts';
import { placeKey } from './place.ts';

/**
 * Addresses to read back in addition to those in the log: differences that wait and, if the
 * read-back confirms, everything that is open.
 */
export function rememberedAddresses({
  earlier: { memory, pending },
  readBack,
}: Pick<RunInput, 'earlier' | 'readBack'>): readonly string[] {
  const { open = [], questions = [] } = memory ?? {};
  const confirmed = readBack?.confirms === true ? [...open, ...questions] : [];
  return [...confirmed, ...(pending?.seen ?? [])].map(({ address }) => address);
}

/** Places (`placeKey`) of drifts that are open since earlier runs. */
export function openDriftPlaces({ memory }: Pick<EarlierRuns, 'memory'>): ReadonlySet<string> {
  return new Set((memory?.open ?? []).map(({ address, path }) => placeKey(address, path)));
}

/** Fields that drifted earlier and no longer do, since the code may have been changed meanwhile. */
export function earlierPlaces(
  { memory }: Pick<EarlierRuns, 'memory'>,
  { drifts }: Pick<NetDriftResult, 'drifts'>,
): readonly Pick<Drift, 'address' | 'path' | 'declaredFrom'>[] {
  const found = new Set(drifts.map(({ address, path }) => placeKey(address, path)));
  return (memory?.open ?? [])
    .filter(({ address, path }) => !found.has(placeKey(address, path)))
    .map(({ address, path }) => ({ address, path, declaredFrom: 'code' as const }));
}
