import type { PlannedChange, TerraformPlan } from '../../code/terraform/run/plan.ts';
import type { Decision } from '../../model/decision.ts';
import type { Drift, DriftValue } from '../../model/drift.ts';
import { canonicalJson } from '../../model/json.ts';
import { formatPath } from '../../model/path.ts';
import { displayText } from '../../model/text.ts';
import type { PatchedIntent } from '../../ports/patched-intent.ts';
import type { ProviderSchema } from '../../providers/schema/types.ts';
import type { Repair } from '../conclude.ts';
import { correctedCreation } from './creation.ts';
import { besideField, correctedField } from './field.ts';

/** How often a patch is corrected by its plan before it is rejected. */
export const maxRepairs = 3;

export interface Repairs extends Repair {
  /** The corrections, one sentence each. */
  readonly notes: readonly string[];
}

/**
 * What the plan of a patch shows in addition to the log, within the scope of its drifts: an entire
 * created resource, or else the attribute or block that drifted. Only live values can be corrected;
 * a value that the policy chose stays.
 */
export function repairsFrom(
  plan: TerraformPlan,
  { patch, decisions }: PatchedIntent,
  drifts: readonly Drift[],
  schema: ProviderSchema,
  /** Differences that wait for an event of their own. */
  pending: readonly Drift[] = [],
): Repairs {
  const corrected = new Map<string, Drift>();
  const added: Decision[] = [];
  const notes: string[] = [];
  for (const drift of drifts.filter(({ id }) => patch.drifts.includes(id))) {
    const decision = decisions.find((each) => each.drift === drift.id);
    if (decision?.verdict.outcome !== 'accept' || decision.verdict.value !== undefined) continue;
    const change = changeOf(plan, drift);
    if (change === undefined) continue;
    if (drift.creation !== undefined) {
      const found = correctedCreation(drift, drift.creation, change, schema);
      if (found === undefined) continue;
      corrected.set(drift.id, found.drift);
      notes.push(`The plan showed ${found.names.join(', ')} of ${drift.address}.`);
      continue;
    }
    const better = correctedField(drift, change);
    if (better !== undefined) {
      corrected.set(drift.id, better);
      notes.push(correction(drift, better));
    }
    const known = [...drifts, ...corrected.values(), ...pending];
    for (const beside of besideField(drift, change, known, schema)) {
      corrected.set(beside.id, beside);
      added.push({ ...decision, drift: beside.id, path: beside.path });
      const field = displayText(formatPath(beside.path), 120);
      notes.push(
        `The plan also shows ${field} of ${drift.address}, which is ${shown(beside.live)}.`,
      );
    }
  }
  return { drifts: corrected, decisions: added, notes };
}

/** The change of the resource. With an import block, the address may have an instance key. */
function changeOf(plan: TerraformPlan, { address, creation }: Drift): PlannedChange | undefined {
  const own = plan.resourceChanges.find((change) => change.address === address);
  if (own !== undefined || creation === undefined) return own;
  return plan.resourceChanges.find(({ importing }) => importing === creation.importId);
}

function correction(drift: Drift, better: Drift): string {
  const field = displayText(formatPath(better.path), 120);
  return `By the plan ${field} of ${drift.address} is ${shown(better.live)}; the log said ${shown(drift.live)}.`;
}

function shown(side: DriftValue): string {
  return side.kind === 'value' ? displayText(canonicalJson(side.value), 120) : side.kind;
}
