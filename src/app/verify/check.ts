import type { TerraformPlan } from '../../code/terraform/run/plan.ts';
import {
  type PlannedPatch,
  type PlanRequest,
  planValid,
  refusedBy,
  type VerifiedPlan,
  verifyValid,
} from '../../code/terraform/run/verify-plan.ts';
import { fail, ok, type Result } from '../../model/result.ts';
import type { PatchedIntent } from '../../ports/patched-intent.ts';
import { terminalText } from '../../present/terminal/safe.ts';
import type { RunResult } from '../../reconcile/run-types.ts';
import { intentSummary } from '../../stages/intent/summary.ts';
import { briefly, judgeBy } from './judge-by.ts';
import { createVerifyQuestions, type VerifyQuestion } from './question.ts';
import {
  filesToPlan,
  requestFor,
  requestKey,
  sortedUniqueTexts,
  type VerifySession,
} from './request.ts';
import { ownKey, planTogether } from './together.ts';
import { planWithout } from './without.ts';

/** A patch with Terraform's verdict on it; no verdict where Terraform was not asked. */
export interface CheckedPatch {
  readonly each: PatchedIntent;
  readonly verdict?: VerifiedPlan;
}

/**
 * Terraform's verdict on every patch that was proved so far. `baseline` is the plan without the
 * patches, which excuses what was already so.
 */
export async function checkAll(
  session: VerifySession,
  result: RunResult,
  baseline?: TerraformPlan,
): Promise<Result<readonly CheckedPatch[]>> {
  const { proof, delivery, project } = session.options;
  const { write } = delivery;
  const questions = createVerifyQuestions(proof, result);
  if (!write) await planTogether(session, result, questions);
  const checked = new Map<PatchedIntent, VerifiedPlan>();
  for (const question of questions) {
    const others = write ? questions.filter((one) => one !== question) : [];
    const verdict = await check(session, result, question, others, baseline);
    // The error refers to a copy of the project, which no longer exists.
    if (!verdict.ok) return fail({ ...verdict.error, place: { file: project.dir } });
    checked.set(question.each, verdict.value);
  }
  return ok(
    result.patched.map((each) => {
      const verdict = checked.get(each);
      return verdict === undefined ? { each } : { each, verdict };
    }),
  );
}

/** Stacked patches are one change: one plan covers all of them, and each is judged by its part. */
async function check(
  session: VerifySession,
  result: RunResult,
  question: VerifyQuestion,
  others: readonly VerifyQuestion[],
  baseline: TerraformPlan | undefined,
): Promise<Result<VerifiedPlan>> {
  const { each, addresses, level } = question;
  const joined = session.joined.get(ownKey(session, result, question));
  if (joined !== undefined) return ok(judgeBy(session, result, question, { ...joined, baseline }));
  const alike = others.filter((other) => other.level === level);
  const targets = [...addresses, ...alike.flatMap((one) => one.addresses)];
  const files = filesToPlan(session, result, each);
  const asked = [question, ...alike];
  const patches = asked.map((one) => one.each);
  const request = {
    ...requestFor(session, files, sortedUniqueTexts(targets), patches),
    ...briefly(session, result, asked),
  };
  const planned = await ask(session, each, request, level);
  if (!planned.ok) {
    // Where Terraform can plan without the patches, they are the reason for its refusal.
    const isOurs = planned.error.code === 'terraform-failed' && level === 'plan';
    const works = isOurs && (await planWithout(session, result)) !== undefined;
    return works ? ok(refusedBy(planned.error)) : planned;
  }
  return ok(judgeBy(session, result, question, { plan: planned.value, others: alike, baseline }));
}

async function ask(
  { io, options, terraform, asked }: VerifySession,
  { intent, patch }: PatchedIntent,
  request: PlanRequest,
  level: VerifyQuestion['level'],
): Promise<Result<PlannedPatch>> {
  const key = requestKey(level, request);
  const before = asked.get(key);
  if (before !== undefined) return ok(before);
  const verb = options.proof.verify === 'plan' ? 'Planning' : 'Validating';
  io.err(`${verb} ${terminalText(intentSummary(intent, patch.drifts), false)}\n`);
  const planned =
    level === 'plan' ? await planValid(terraform, request) : await verifyValid(terraform, request);
  if (planned.ok) asked.set(key, planned.value);
  return planned;
}
