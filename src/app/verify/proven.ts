import type { PatchedIntent } from '../../ports/patched-intent.ts';
import { type Judge, unprovedDrifts } from '../../reconcile/decide/knowledge.ts';
import type { CheckedPatch } from './check.ts';
import type { VerifySession } from './request.ts';
import type { VerifyRound } from './rounds.ts';

/** A patch with the last word on it. */
export interface Proven {
  /** As it was made. */
  readonly each: PatchedIntent;
  /** With what was said of it. */
  readonly patched: PatchedIntent;
  /** Ids of drifts that the word is against; none where it is against the patch as a whole. */
  readonly wrong: readonly string[];
  /** What speaks against it, a sentence each. */
  readonly findings: readonly string[];
}

/** What Terraform says of the patches of a round, and what that leaves of learned calls. */
export function provenBy(
  { options, composed }: VerifySession,
  { result, notes }: VerifyRound,
  checked: readonly CheckedPatch[],
): readonly Proven[] {
  const { schema } = composed.input;
  const judged = checked.map((one) => withVerdict(one, notes.get(one.each.intent.id) ?? []));
  if (options.verify !== 'plan') return judged;
  const { learned, report } = result;
  const unproved = unprovedDrifts(learned, report.drifts, judgesOf(checked), schema);
  return judged.map((one) => withDoubts(one, unproved));
}

export function judgesOf(checked: readonly CheckedPatch[]): readonly Judge[] {
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

/** A patch that rests on what no plan showed is not proved, whatever else the plan says. */
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
