import type { Drift } from '../../model/drift.ts';
import type { ResourceRef } from '../../model/effect.ts';
import { compareInstants } from '../../model/instant.ts';
import { isMasked } from '../../model/masked.ts';
import { displayText } from '../../model/text.ts';
import type { UnmanagedResource } from './correlate.ts';
import type { NetDriftInput } from './types.ts';

/**
 * Marks deletions that may have been undone: a resource of the same type was created since, and the
 * log masks one of the names that would identify it. Only the provider can tell whether the deleted
 * resource exists again.
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

/**
 * The masked name in the key of a created resource whose other names all match the deleted one's.
 */
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
