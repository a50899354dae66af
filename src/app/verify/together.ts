import { planValid } from '../../code/terraform/run/verify-plan.ts';
import type { RunResult } from '../../reconcile/run-types.ts';
import { groupsOf, type IndependentGroup } from './independent.ts';
import { briefly, judgeBy } from './judge-by.ts';
import type { VerifyQuestion } from './question.ts';
import {
  filesOf,
  requestFor,
  requestKey,
  sortedUniqueTexts,
  type VerifySession,
} from './request.ts';

/**
 * Plans independent patches in one, and keeps the plan for each that passes by its part. The rest
 * is asked each on its own, as if nothing had been planned together.
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
  for (const group of groupsOf(open, composed.input.state)) {
    await planGroup(session, result, group);
  }
}

/** The key of a question that is asked for itself. */
export function ownKey(
  session: VerifySession,
  result: RunResult,
  question: VerifyQuestion,
): string {
  const files = filesOf(session, result, question.each);
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
  // One of them may spoil it for all.
  if (!planned.ok || 'level' in planned.value) return;
  const plan = planned.value;
  const judged = questions.map((question) => {
    const others = questions.filter((other) => other !== question);
    return { question, others, verdict: judgeBy(session, result, question, { plan, others }) };
  });
  // What is said of none of them could be due to any of them.
  const [first, ...rest] = judged.map(({ verdict }) => verdict.notes);
  const isShared = first?.some((note) => rest.every((notes) => notes.includes(note))) === true;
  if (isShared) return;
  for (const { question, others, verdict } of judged) {
    if (verdict.clean) session.joined.set(ownKey(session, result, question), { plan, others });
  }
}
