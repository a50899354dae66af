import type { Memory, MemoryUpdate } from '../../ports/store/memory.ts';
import { placeKey } from './place.ts';

/**
 * Ids of open drifts that an earlier run left just so, with what the code declares and who wrote it:
 * its ledger has both.
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
