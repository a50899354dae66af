import { planValid } from '../../code/terraform/run/verify-plan.ts';
import type { RunResult } from '../../reconcile/run-types.ts';
import { type Group, groupsOf } from './independent.ts';
import { briefly, judgeBy } from './judge-by.ts';
import type { Question } from './question.ts';
import { filesOf, keyOf, requestFor, type Session, sortedUnique } from './request.ts';

/**
 * Plans independent patches in one, and keeps the plan for each that passes by its part. The rest
 * is asked each on its own, as if nothing had been planned together.
 */
export async function planTogether(
  session: Session,
  result: RunResult,
  questions: readonly Question[],
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
export function ownKey(session: Session, result: RunResult, question: Question): string {
  const files = filesOf(session, result, question.each);
  return keyOf(question.level, requestFor(session, files, sortedUnique(question.addresses)));
}

async function planGroup(session: Session, result: RunResult, group: Group): Promise<void> {
  const { questions, files } = group;
  session.io.err(`Planning ${questions.length} changes together\n`);
  const addresses = sortedUnique(questions.flatMap((question) => question.addresses));
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
