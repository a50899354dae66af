import { ok, type Result } from '../../model/result.ts';
import type { Io } from '../../ports/io.ts';
import type { PatchedIntent } from '../../ports/patched-intent.ts';
import { judgeKnowledge } from '../../reconcile/decide/knowledge.ts';
import type { RunResult } from '../../reconcile/run-types.ts';
import type { Composed } from '../run/compose-input.ts';
import type { RunOptions } from '../run/options.ts';
import { type CheckedPatch, checkAll } from './check.ts';
import { withGenerated } from './generated.ts';
import { narrowing, type PlanNarrowing } from './narrow.ts';
import { openTerraform } from './open.ts';
import { type Proven, passed, planJudges, provenBy } from './proven.ts';
import { isOfManifests } from './question.ts';
import type { VerifySession } from './request.ts';
import { nextRound, type VerifyRound } from './rounds.ts';
import { singledOut } from './single-out.ts';
import { planWithout } from './without.ts';

/** How often failed parts are left out and the rest is proved again. */
const maxNarrowings = 3;

/**
 * Levels `validate` and `plan`: Terraform judges every patch that was proved so far. What a plan
 * shows beyond the log is added to the patch, which is then planned again. What fails is left out,
 * and the rest is proved without it.
 */
export async function verifyWithTerraform(
  io: Io,
  options: RunOptions,
  composed: Composed,
  result: RunResult,
): Promise<Result<RunResult>> {
  if (result.patched.length > 0 && result.patched.every(isOfManifests)) return ok(result);
  const terraform = await openTerraform(
    io,
    options.proof,
    composed.terraform,
    composed.input.providers.schema,
  );
  if (!terraform.ok) return terraform;
  const session: VerifySession = {
    io,
    options,
    composed,
    terraform: terraform.value,
    asked: new Map(),
    joined: new Map(),
    without: new Map(),
  };
  const lost: Proven[] = [];
  let round: VerifyRound = await withGenerated(session, { number: 0, result, notes: new Map() });
  for (let narrowed = 0; ; ) {
    const strict = await checkAll(session, round.result);
    if (!strict.ok) return strict;
    const next = nextRound(round, strict.value, composed.input.providers.schema);
    if (next !== undefined) {
      round = next;
      continue;
    }
    const checked = await excused(session, round.result, strict.value);
    if (!checked.ok) return checked;
    const proven = provenBy(session, round, checked.value);
    const narrower = await findNarrowing(session, round.result, narrowed < maxNarrowings, proven);
    if (!narrower.ok) return narrower;
    if (narrower.value === undefined) {
      return ok(conclude(session, round.result, checked.value, [...proven, ...lost]));
    }
    narrowed += 1;
    lost.push(...narrower.value.lost);
    round = { ...round, result: round.result.without(narrower.value.refused) };
  }
}

/** What to leave out before the rest is proved again; undefined where that would not help. */
async function findNarrowing(
  session: VerifySession,
  result: RunResult,
  isAllowed: boolean,
  proven: readonly Proven[],
): Promise<Result<PlanNarrowing | undefined>> {
  if (!isAllowed) return ok(undefined);
  const singled = await singledOut(session, result, proven);
  if (!singled.ok) return singled;
  return ok(
    narrowing(singled.value, result.report.drifts, session.options.delivery.write === true),
  );
}

/** Differences that existed before the patches are not held against any of them. */
async function excused(
  session: VerifySession,
  result: RunResult,
  strict: readonly CheckedPatch[],
): Promise<Result<readonly CheckedPatch[]>> {
  if (!strict.some(({ verdict }) => verdict?.excusable === true)) return ok(strict);
  const baseline = await planWithout(session, result);
  return baseline === undefined ? ok(strict) : checkAll(session, result, baseline);
}

function conclude(
  { options, composed }: VerifySession,
  result: RunResult,
  checked: readonly CheckedPatch[],
  proven: readonly Proven[],
): RunResult {
  // A lost patch is no longer in the files; one that failed otherwise still is.
  const dropped =
    options.delivery.write === true && result.patched.some((each) => isFailed(each, proven));
  const patched = proven.map((one) => (dropped ? notWritten(one.patched) : one.patched));
  const own = new Map(patched.map(({ patch }) => [patch.intent, patch]));
  const known = new Set(result.report.patches.map(({ intent }) => intent));
  const knowledge = judgeKnowledge(
    result.learned,
    result.report.drifts,
    planJudges(checked),
    composed.input.providers.schema,
    result.report.reverted,
  );
  return {
    ...result,
    patched,
    project: dropped ? result.original : result.project,
    report: {
      ...result.report,
      patches: [
        ...result.report.patches.map((patch) => own.get(patch.intent) ?? patch),
        ...[...own.values()].filter(({ intent }) => !known.has(intent)),
      ],
      ...(result.learned.length === 0 ? {} : { knowledge }),
    },
  };
}

function isFailed(each: PatchedIntent, proven: readonly Proven[]): boolean {
  const own = proven.find((one) => one.each === each);
  return passed(each) && own !== undefined && !passed(own.patched);
}

/** Patches in place build on each other: where a failed one remains, none is written. */
function notWritten(each: PatchedIntent): PatchedIntent {
  const { verification } = each.patch;
  if (!verification.passed) return each;
  const note =
    'It is not written, since another patch of this run failed; use --pr for a branch of each.';
  const failed = { ...verification, passed: false, notes: [...verification.notes, note] };
  return { ...each, patch: { ...each.patch, verification: failed } };
}
