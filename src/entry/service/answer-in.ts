import type { AnswerDeps } from '../../app/answer/answer.ts';
import { projectMessage } from '../../app/answer/message.ts';
import { openHistory, type StackHistory } from '../../app/history/history.ts';
import { keepAnswerReceipt } from '../../app/receipt/answers.ts';
import type { Result } from '../../model/result.ts';
import type { Io } from '../../ports/io.ts';
import type { Store } from '../../ports/store/run-store.ts';
import { printProblem } from '../../present/terminal/print-problem.ts';
import { answerMeant, type RecordedAnswer, type TerminalAnswer } from './console-answer.ts';
import { openConsole } from './open-console.ts';

/** Keeps an answer: in the store of a project, or in the service with the jobs that follow. */
export async function answerIn(
  io: Io,
  dir: string,
  history: StackHistory,
  given: TerminalAnswer,
): Promise<Result<RecordedAnswer>> {
  if (history.kind === 'stack') {
    const console = await openConsole(io, history.service);
    if (!console.ok) return console;
    try {
      return await console.value.answer(history.key, given);
    } finally {
      await console.value.close();
    }
  }
  const store = await openHistory(io, dir, history, 'knows earlier runs');
  if (!store.ok) return store;
  const now = (): string => new Date(io.now()).toISOString();
  const deps = { store: answersOfProject(store.value), now, messageOf: projectMessage };
  try {
    const taken = await answerMeant(deps, { tenant: 'default', stack: 'default' }, given);
    if (!taken.ok) return taken;
    const kept = await store.value.answers();
    const answer = kept.filter(({ intent }) => intent === taken.value.intent).at(-1);
    const receipt = answer === undefined ? undefined : await keepAnswerReceipt(io, dir, answer);
    if (receipt?.ok === false) printProblem(io, receipt.error);
    return taken;
  } finally {
    await store.value.close();
  }
}

/**
 * Adapts the store of a single project to the interface of the service's store. A project has no
 * planned proposals and no process that waits for jobs: the next run decides by the answers that
 * are kept.
 */
function answersOfProject(
  store: Pick<Store, 'latestRun' | 'answers' | 'keepAnswer' | 'appendFeedback'>,
): AnswerDeps['store'] {
  return {
    runs: { latest: () => store.latestRun(), planned: async () => [] },
    answers: { keep: (_, answer) => store.keepAnswer(answer), list: () => store.answers() },
    project: () => store,
  };
}
