import type { AttributePath } from '../../model/path.ts';
import { latestVersionAttribute } from '../../providers/traits/latest-versions.ts';
import type { AddressMove } from './history.ts';
import type { ManagedResources } from './report.ts';
import type { ValueTree } from './tree.ts';
import type { NetDriftInput } from './types.ts';

/**
 * True for the number of the latest version, as far as state and log know: it says nothing that the
 * content of that version does not say.
 */
export function isLatestVersion(
  { baseline }: NetDriftInput,
  { address, type }: ManagedResources,
  path: AttributePath,
  moves: readonly AddressMove[],
  chosen: ValueTree | undefined,
): boolean {
  const latest = latestVersionAttribute(type, String(path[0]));
  if (latest === undefined || path.length !== 1 || typeof chosen !== 'number') return false;
  const made = moves.flatMap(({ change }) =>
    change.kind === 'set' && change.path[0] === latest && change.value.kind === 'known'
      ? [change.value.value]
      : [],
  );
  return [baseline(address, [latest]), ...made].every(
    (number) => typeof number !== 'number' || number <= chosen,
  );
}
