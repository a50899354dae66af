import type { Decision } from '../../model/decision.ts';
import type { Drift } from '../../model/drift.ts';
import type { ProviderSchema } from '../../providers/schema/types.ts';
import { maxRepairs, repairsFrom } from '../../reconcile/repair/repair.ts';
import type { RunResult } from '../../reconcile/run-types.ts';
import type { CheckedPatch } from './check.ts';

/** One pass in which Terraform checks all patches. */
export interface VerifyRound {
  /** How often the patches were corrected before. */
  readonly number: number;
  readonly result: RunResult;
  /** What was corrected so far, by intent. */
  readonly notes: ReadonlyMap<string, readonly string[]>;
}

/**
 * The next round, with patches that include what their plans showed. Undefined when all is well,
 * when the plans show nothing more, or after the last allowed round.
 */
export function nextRound(
  { number, result, notes }: VerifyRound,
  checked: readonly CheckedPatch[],
  schema: ProviderSchema,
): VerifyRound | undefined {
  if (number >= maxRepairs) return undefined;
  const drifts = new Map<string, Drift>();
  const decisions: Decision[] = [];
  const noted = new Map(notes);
  const pending = (result.report.pending ?? []).map(({ drift }) => drift);
  for (const { each, verdict } of checked) {
    if (verdict?.plan === undefined || verdict.clean || verdict.plan.errored) continue;
    const repairs = repairsFrom(verdict.plan, each, result.report.drifts, schema, pending);
    for (const [id, drift] of repairs.drifts) drifts.set(id, drift);
    decisions.push(...repairs.decisions);
    const { id } = each.intent;
    if (repairs.notes.length > 0) noted.set(id, [...(noted.get(id) ?? []), ...repairs.notes]);
  }
  if (drifts.size === 0) return undefined;
  const repaired = result.repaired({ drifts, decisions });
  return { number: number + 1, result: repaired, notes: noted };
}
