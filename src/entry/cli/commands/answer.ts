import { resolve } from 'node:path';
import { type AskedOf, askedFor } from '../../../app/answer/ask/ask.ts';
import { whoAnswers } from '../../../app/answer/ask/who.ts';
import { historyOf } from '../../../app/history/history.ts';
import { displayText } from '../../../model/text.ts';
import type { ExitCode, Io } from '../../../ports/io.ts';
import { printProblem, printProblems } from '../../../present/terminal/print-problem.ts';
import { terminalText } from '../../../present/terminal/safe.ts';
import { answerIn } from '../../service/answer-in.ts';
import type { TakenDown } from '../../service/console-answer.ts';

export interface AnswerOptions {
  readonly dir: string;
  readonly stack?: string;
  readonly note?: string;
  /** Another name for `note`. */
  readonly because?: string;
}

export interface AnswerArguments {
  /** Id of an intent, or of a drift, or the address of a resource. */
  readonly id: string;
  readonly action: string;
  /** Bounds or a time, depending on the action. */
  readonly value: string | undefined;
}

/** `parley answer ID ACTION`: records what should happen to an intent; the next run applies it. */
export async function runAnswer(
  io: Io,
  { id, action, value }: AnswerArguments,
  options: AnswerOptions,
): Promise<ExitCode> {
  const asked = askedFor(action, value, io.now());
  if (!asked.ok) return printProblem(io, asked.error);
  const history = await historyOf(io, options);
  if (!history.ok) return printProblems(io, history.error);
  const by = await whoAnswers(io, resolve(io.cwd, options.dir));
  const { because, note = because } = options;
  const given = { id, by, ...asked.value, ...(note === undefined ? {} : { note }) };
  const taken = await answerIn(io, options.dir, history.value, given);
  if (!taken.ok) return printProblem(io, taken.error);
  io.out(terminalText(`${linesFor(taken.value, asked.value, by, action)}\n`, false));
  return 0;
}

function linesFor(
  { intent, summary, repeated, message }: TakenDown,
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
    message,
  ].join('\n');
}
