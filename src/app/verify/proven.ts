import type { PatchedIntent } from '../../ports/patched-intent.ts';
import { type Judge, unprovedDrifts } from '../../reconcile/decide/knowledge.ts';
import type { CheckedPatch } from './check.ts';
import type { VerifySession } from './request.ts';
import type { VerifyRound } from './rounds.ts';

/** A patch with its final verdict. */
export interface Proven {
  /** The patch before the verdict. */
  readonly each: PatchedIntent;
  /** The patch with the verdict. */
  readonly patched: PatchedIntent;
  /** Ids of drifts that failed; empty where the verdict is against the entire patch. */
  readonly wrong: readonly string[];
  /** The reasons against it, one sentence each. */
  readonly findings: readonly string[];
}

/** Terraform's verdicts on the patches of a round, and what remains of learned calls. */
export function provenBy(
  { options, composed }: VerifySession,
  { result, notes }: VerifyRound,
  checked: readonly CheckedPatch[],
): readonly Proven[] {
  const { schema } = composed.input.providers;
  const judged = checked.map((one) => withVerdict(one, notes.get(one.each.intent.id) ?? []));
  if (options.proof.verify !== 'plan') return judged;
  const { learned, report } = result;
  const unproved = unprovedDrifts(learned, report.drifts, planJudges(checked), schema);
  return judged.map((one) => withDoubts(one, unproved));
}

export function planJudges(checked: readonly CheckedPatch[]): readonly Judge[] {
  return checked.flatMap(({ each, verdict }) => {
    if (verdict?.plan === undefined) return [];
    const { plan, clean } = verdict;
    return [{ plan, clean, drifts: new Set(each.patch.drifts) }];
  });
}

export function passed({ patch }: PatchedIntent): boolean {
  return patch.verification.passed;
}

function withVerdict({ each, verdict }: CheckedPatch, repairs: readonly string[]): Proven {
  if (verdict === undefined) return { each, patched: each, wrong: [], findings: [] };
  const { level, clean, findings, wrong } = verdict;
  const notes = [...findings, ...repairs, ...verdict.notes, ...each.patch.verification.notes];
  const patch = { ...each.patch, verification: { level, passed: clean, notes } };
  return { each, patched: { ...each, patch }, wrong, findings };
}

/**
 * A patch that relies on something no plan showed is not proved, regardless of the rest of the
 * plan.
 */
function withDoubts(one: Proven, unproved: ReadonlyMap<string, string>): Proven {
  const { verification, drifts } = one.patched.patch;
  const doubted = drifts.filter((id) => unproved.has(id));
  if (!verification.passed || doubted.length === 0) return one;
  const doubts = doubted.flatMap((id) => unproved.get(id) ?? []);
  const note = 'It rests on what was learned about a call, and the plan does not confirm that.';
  const notes = [...doubts, note, ...verification.notes];
  const patch = { ...one.patched.patch, verification: { ...verification, passed: false, notes } };
  return { ...one, patched: { ...one.patched, patch }, wrong: doubted, findings: doubts };
}
