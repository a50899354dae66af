import type { Drift } from '../../model/drift.ts';
import type { ResourceRef } from '../../model/effect.ts';
import { compareInstants } from '../../model/instant.ts';
import { isMasked } from '../../model/masked.ts';
import { displayText } from '../../model/text.ts';
import type { UnmanagedResource } from './correlate.ts';
import type { NetDriftInput } from './types.ts';

/**
 * Deletions that may be undone: something of the type was made since, and of the names that would
 * tell it from what was deleted the log masks one. Whether it is there again only the provider knows.
 */
export function withHiddenReturns(
  input: Pick<NetDriftInput, 'baseline'>,
  drifts: readonly Drift[],
  made: readonly UnmanagedResource[],
): readonly Drift[] {
  const masked = made.filter(({ resource }) => resource.keys.some(hasMask));
  if (masked.length === 0) return drifts;
  return drifts.map((drift) => {
    if (drift.path.length > 0 || drift.live.kind !== 'absent' || drift.basis !== 'inferred') {
      return drift;
    }
    const hidden = masked.flatMap((one) => hiddenName(input, drift, one) ?? [])[0];
    if (hidden === undefined) return drift;
    const why = `another one was made since, whose ${displayText(hidden, 60)} the log masks: it may be there again`;
    return { ...drift, live: { kind: 'unknown', why } };
  });
}

/** The masked name of what was made, where all others are those of what was deleted before. */
function hiddenName(
  { baseline }: Pick<NetDriftInput, 'baseline'>,
  { address, type, writes }: Drift,
  { resource, effects }: UnmanagedResource,
): string | undefined {
  const [born] = effects;
  const gone = writes?.at(-1);
  if (resource.type !== type || born === undefined) return undefined;
  if (gone !== undefined && compareInstants(born.time, gone.time) < 0) return undefined;
  const key = resource.keys.find(
    (each) =>
      hasMask(each) &&
      Object.entries(each).every(
        ([name, value]) => isMasked(value) || baseline(address, [name]) === value,
      ),
  );
  return Object.entries(key ?? {}).find(([, value]) => isMasked(value))?.[0];
}

function hasMask(key: ResourceRef['keys'][number]): boolean {
  return Object.values(key).some(isMasked);
}
