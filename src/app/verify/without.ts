import type { TerraformPlan } from '../../code/terraform/run/plan.ts';
import { planAsIs } from '../../code/terraform/run/verify-plan.ts';
import type { RunResult } from '../../reconcile/run-types.ts';
import { createVerifyQuestions } from './question.ts';
import { requestFor, sortedUniqueTexts, type VerifySession } from './request.ts';

/**
 * The plan of the unchanged project, for all addresses of the patches; undefined where it fails.
 */
export async function planWithout(
  session: VerifySession,
  result: RunResult,
): Promise<TerraformPlan | undefined> {
  const questions = createVerifyQuestions(session.options.proof, result).filter(
    ({ level }) => level === 'plan',
  );
  const asked = questions.map(({ addresses }) => addresses);
  // Without an address the plan covers everything.
  const addresses = asked.some((each) => each.length === 0) ? [] : sortedUniqueTexts(asked.flat());
  const request = requestFor(session, new Map(), addresses);
  const key = JSON.stringify(['without', request.addresses]);
  const before = session.without.get(key);
  if (before !== undefined) return before;
  session.io.err('Planning without the patches\n');
  const planned = await planAsIs(session.terraform, request);
  if (planned.ok) session.without.set(key, planned.value);
  return planned.ok ? planned.value : undefined;
}
