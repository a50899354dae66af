import type { KnownDifference } from '../../code/terraform/run/known-difference.ts';
import type { Drift, DriftValue } from '../../model/drift.ts';
import type { Json } from '../../model/json.ts';

/**
 * A drift as what a plan will undo; undefined where one of its sides cannot be compared, and for a
 * resource that was created or deleted.
 */
export function knownDifference(drift: Drift): KnownDifference | undefined {
  const { address, type, path } = drift;
  const [live, declared] = [plainSide(drift.live), plainSide(drift.declared)];
  if (path.length === 0 || live === undefined || declared === undefined) return undefined;
  return { address, type, path, live: live.value, declared: declared.value };
}

/** Undefined for a side that Parley may not or cannot see. */
function plainSide(side: DriftValue): { readonly value: Json | undefined } | undefined {
  if (side.kind === 'absent') return { value: undefined };
  return side.kind === 'value' ? side : undefined;
}
