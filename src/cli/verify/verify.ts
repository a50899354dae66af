import { ok, type Result } from '../../model/result.ts';
import { type Judge, judgeKnowledge, unprovedDrifts } from '../../pipeline/knowledge.ts';
import type { PatchedIntent } from '../../pipeline/patch-intents.ts';
import type { RunResult } from '../../pipeline/run-types.ts';
import type { Composed } from '../compose-input.ts';
import type { Io } from '../io.ts';
import type { RunOptions } from '../options.ts';
import { type Checked, checkAll, isOfManifests, type Session } from './check.ts';
import { openTerraform } from './open.ts';
import { nextRound, type Round } from './rounds.ts';

/**
 * Levels `validate` and `plan`: Terraform judges every patch that was proved so far. What a plan
 * shows and the log did not say is put into the patch, which is then planned again.
 */
export async function verifyWithTerraform(
  io: Io,
  options: RunOptions,
  composed: Composed,
  result: RunResult,
): Promise<Result<RunResult>> {
  if (result.patched.length > 0 && result.patched.every(isOfManifests)) return ok(result);
  const terraform = await openTerraform(io, options, composed.terraform);
  if (!terraform.ok) return terraform;
  const session: Session = { io, options, composed, terraform: terraform.value, asked: new Map() };
  for (let round: Round = { number: 0, result, notes: new Map() }; ; ) {
    const checked = await checkAll(session, round.result);
    if (!checked.ok) return checked;
    const next = nextRound(round, checked.value, composed.input.schema);
    if (next === undefined) return ok(conclude(session, round, checked.value));
    round = next;
  }
}

function conclude(
  { options, composed }: Session,
  { result, notes }: Round,
  checked: readonly Checked[],
): RunResult {
  const judged = checked.map((one) => withVerdict(one, notes.get(one.each.intent.id) ?? []));
  const judges = judgesOf(checked);
  const proved =
    options.verify === 'plan' ? withKnowledge(composed, result, judged, judges) : judged;
  const failed = result.patched.some(
    (each, i) => passed(each) && !proved.slice(i, i + 1).every(passed),
  );
  const dropped = failed && options.write === true;
  const patched = dropped ? proved.map(notWritten) : proved;
  const own = new Map(patched.map(({ patch }) => [patch.intent, patch]));
  const patches = result.report.patches.map((patch) => own.get(patch.intent) ?? patch);
  const { schema } = composed.input;
  const knowledge = judgeKnowledge(
    result.learned,
    result.report.drifts,
    judges,
    schema,
    result.report.reverted,
  );
  return {
    ...result,
    patched,
    project: dropped ? result.original : result.project,
    report: {
      ...result.report,
      patches,
      ...(result.learned.length === 0 ? {} : { knowledge }),
    },
  };
}

function judgesOf(checked: readonly Checked[]): readonly Judge[] {
  return checked.flatMap(({ each, verdict }) => {
    if (verdict?.plan === undefined) return [];
    const { plan, clean } = verdict;
    return [{ plan, clean, drifts: new Set(each.patch.drifts) }];
  });
}

function passed({ patch }: PatchedIntent): boolean {
  return patch.verification.passed;
}

/** A patch that rests on what no plan showed is not proved, whatever else the plan says. */
function withKnowledge(
  { input }: Composed,
  { learned, report }: RunResult,
  patched: readonly PatchedIntent[],
  judges: readonly Judge[],
): readonly PatchedIntent[] {
  const unproved = unprovedDrifts(learned, report.drifts, judges, input.schema);
  return patched.map((each) => {
    const { verification, drifts } = each.patch;
    const doubts = drifts.flatMap((id) => unproved.get(id) ?? []);
    if (!verification.passed || doubts.length === 0) return each;
    const note = 'It rests on what was learned of a call, and the plan does not show that.';
    const notes = [...doubts, note, ...verification.notes];
    return {
      ...each,
      patch: { ...each.patch, verification: { ...verification, passed: false, notes } },
    };
  });
}

/** Patches in place build on one another, so they are written together or not at all. */
function notWritten(each: PatchedIntent): PatchedIntent {
  const { verification } = each.patch;
  if (!verification.passed) return each;
  const note = 'It is not written, since another patch of this run failed; use --pr for one each.';
  const failed = { ...verification, passed: false, notes: [...verification.notes, note] };
  return { ...each, patch: { ...each.patch, verification: failed } };
}

function withVerdict({ each, verdict }: Checked, repairs: readonly string[]): PatchedIntent {
  if (verdict === undefined) return each;
  const { level, clean, findings } = verdict;
  const notes = [...findings, ...repairs, ...each.patch.verification.notes];
  return { ...each, patch: { ...each.patch, verification: { level, passed: clean, notes } } };
}
