import type { TerraformPlan } from '../../code/terraform/run/plan.ts';
import { planValid } from '../../code/terraform/run/verify-plan.ts';
import type { RunResult } from '../../reconcile/run-types.ts';
import { type IndependentGroup, independentGroups } from './independent.ts';
import { briefly, judgeBy } from './judge-by.ts';
import type { VerifyQuestion } from './question.ts';
import {
  filesToPlan,
  requestFor,
  requestKey,
  sortedUniqueTexts,
  type VerifySession,
} from './request.ts';
import { planWithout } from './without.ts';

/**
 * Plans independent patches in one plan, and keeps that plan for each patch that passes. The other
 * patches are then planned separately, as if this had not happened.
 */
export async function planTogether(
  session: VerifySession,
  result: RunResult,
  questions: readonly VerifyQuestion[],
): Promise<void> {
  const { asked, joined, composed } = session;
  const open = questions.filter((question) => {
    const key = ownKey(session, result, question);
    return question.level === 'plan' && !asked.has(key) && !joined.has(key);
  });
  for (const group of independentGroups(open, composed.input.state)) {
    await planGroup(session, result, group);
  }
}

/** The key of a question that is asked alone. */
export function ownKey(
  session: VerifySession,
  result: RunResult,
  question: VerifyQuestion,
): string {
  const files = filesToPlan(session, result, question.each);
  return requestKey(
    question.level,
    requestFor(session, files, sortedUniqueTexts(question.addresses)),
  );
}

async function planGroup(
  session: VerifySession,
  result: RunResult,
  group: IndependentGroup,
): Promise<void> {
  const { questions, files } = group;
  session.io.err(`Planning ${questions.length} changes together\n`);
  const addresses = sortedUniqueTexts(questions.flatMap((question) => question.addresses));
  const patches = questions.map(({ each }) => each);
  const planned = await planValid(session.terraform, {
    ...requestFor(session, files, addresses, patches),
    ...briefly(session, result, questions),
  });
  // A single patch can make the plan fail for all of them.
  if (!planned.ok || 'level' in planned.value) return;
  const plan = planned.value;
  const judgedBeside = (baseline?: TerraformPlan) =>
    questions.map((question) => {
      const others = questions.filter((other) => other !== question);
      const verdict = judgeBy(session, result, question, { plan, others, baseline });
      return { question, others, verdict };
    });
  const strict = judgedBeside();
  // Judged without a baseline first: what others want of a shared resource is also in the plan.
  const isExcusable = strict.some(({ verdict }) => verdict.excusable);
  const baseline = isExcusable ? await planWithout(session, result) : undefined;
  const judged = baseline === undefined ? strict : judgedBeside(baseline);
  // A note that is on every verdict could be due to any of the patches.
  const [first, ...rest] = judged.map(({ verdict }) => verdict.notes);
  const isShared = first?.some((note) => rest.every((notes) => notes.includes(note))) === true;
  if (isShared) return;
  for (const { question, others, verdict } of judged) {
    if (verdict.clean) session.joined.set(ownKey(session, result, question), { plan, others });
  }
}
