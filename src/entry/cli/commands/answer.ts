import { resolve } from 'node:path';
import { type AskedOf, askedFor } from '../../../app/answer/ask/ask.ts';
import { whoAnswers } from '../../../app/answer/ask/who.ts';
import { answersOfProject } from '../../../app/answer/on-project.ts';
import { projectWords } from '../../../app/answer/words.ts';
import { historyOf, openHistory, type StackHistory } from '../../../app/history/history.ts';
import type { Result } from '../../../model/result.ts';
import { displayText } from '../../../model/text.ts';
import type { ExitCode, Io } from '../../../ports/io.ts';
import { printProblem, printProblems } from '../../../present/terminal/print-problem.ts';
import { terminalText } from '../../../present/terminal/safe.ts';
import { answerMeant, type GivenAtTerminal, type TakenDown } from '../../service/console-answer.ts';
import { openConsole } from '../../service/open-console.ts';

export interface AnswerOptions {
  readonly dir: string;
  readonly stack?: string;
  readonly note?: string;
  /** The same. */
  readonly because?: string;
}

export interface AnswerWords {
  /** Of an intent, a drift or a resource. */
  readonly id: string;
  readonly action: string;
  /** Bounds, or a time. */
  readonly value: string | undefined;
}

/** `parley answer ID ACTION`: says what is to become of an intent; the next run decides by it. */
export async function runAnswer(
  io: Io,
  { id, action, value }: AnswerWords,
  options: AnswerOptions,
): Promise<ExitCode> {
  const asked = askedFor(action, value, io.now());
  if (!asked.ok) return printProblem(io, asked.error);
  const history = await historyOf(io, options);
  if (!history.ok) return printProblems(io, history.error);
  const by = await whoAnswers(io, resolve(io.cwd, options.dir));
  const { because, note = because } = options;
  const given = { id, by, ...asked.value, ...(note === undefined ? {} : { note }) };
  const taken = await take(io, options.dir, history.value, given);
  if (!taken.ok) return printProblem(io, taken.error);
  io.out(terminalText(`${linesFor(taken.value, asked.value, by, action)}\n`, false));
  return 0;
}

/** In a project the store keeps it; of a stack the service does, with the jobs that follow. */
async function take(
  io: Io,
  dir: string,
  history: StackHistory,
  given: GivenAtTerminal,
): Promise<Result<TakenDown>> {
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
  const deps = { store: answersOfProject(store.value), now, words: projectWords };
  try {
    return await answerMeant(deps, { tenant: 'default', stack: 'default' }, given);
  } finally {
    await store.value.close();
  }
}

function linesFor(
  { intent, summary, repeated, words }: TakenDown,
  { bounds, until }: AskedOf,
  by: string,
  action: string,
): string {
  const { min, max } = bounds ?? {};
  const within = min === undefined && max === undefined ? '' : ` ${min ?? ''}..${max ?? ''}`;
  const time = until === undefined ? '' : ` until ${until.slice(0, 16).replace('T', ' ')} UTC`;
  const head = repeated ? 'Answered before' : 'Answered';
  return [
    `${head}: ${action.toLowerCase()}${within}${time}, by ${by}`,
    `  ${intent}  ${displayText(summary, 300)}`,
    words,
  ].join('\n');
}
