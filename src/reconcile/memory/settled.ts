import type { Memory, MemoryUpdate } from '../../ports/store/memory.ts';
import { placeKey } from './place.ts';

/**
 * Ids of open drifts that are unchanged since an earlier run, including the declared value and its
 * writers, so that the ledger already has both.
 */
export function settledDrifts(
  memory: Memory | undefined,
  update: MemoryUpdate | undefined,
): ReadonlySet<string> {
  const declared = memory?.state?.declared;
  if (memory === undefined || declared === undefined || declared !== update?.state?.declared) {
    return new Set();
  }
  const changed = new Set([
    ...update.closed,
    ...update.open.map(({ address, path }) => placeKey(address, path)),
  ]);
  return new Set(
    memory.open
      .filter(({ address, path }) => !changed.has(placeKey(address, path)))
      .map(({ id }) => id),
  );
}
