import { resolve } from 'node:path';
import { askedFor, type ParsedAnswer } from '../../../app/answer/ask/ask.ts';
import { whoAnswers } from '../../../app/answer/ask/who.ts';
import { selectHistory } from '../../../app/history/history.ts';
import type { Problem } from '../../../model/result.ts';
import { displayText } from '../../../model/text.ts';
import { minuteText } from '../../../model/time-text.ts';
import type { ExitCode, Io } from '../../../ports/io.ts';
import { printProblem, printProblems } from '../../../present/terminal/print-problem.ts';
import { terminalText } from '../../../present/terminal/safe.ts';
import { answerIn } from '../../service/answer-in.ts';
import type { RecordedAnswer } from '../../service/console-answer.ts';

export interface AnswerOptions {
  readonly dir: string;
  readonly stack?: string;
  /** Why, for readers of the decision. */
  readonly because?: string;
  /** An older name of `because`. */
  readonly note?: string;
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
  if (options.because !== undefined && options.note !== undefined) {
    return printProblem(io, reasonTwice);
  }
  const asked = askedFor(action, value, io.now());
  if (!asked.ok) return printProblem(io, asked.error);
  const history = await selectHistory(io, options);
  if (!history.ok) return printProblems(io, history.error);
  const by = await whoAnswers(io, resolve(io.cwd, options.dir));
  const { note, because = note } = options;
  const given = { id, by, ...asked.value, ...(because === undefined ? {} : { note: because }) };
  const taken = await answerIn(io, options.dir, history.value, given);
  if (!taken.ok) return printProblem(io, taken.error);
  io.out(terminalText(`${linesFor(taken.value, asked.value, by)}\n`, false));
  return 0;
}

const reasonTwice: Problem = {
  code: 'answer-reason-twice',
  message: '--because and --note both give the reason.',
  hint: 'Give it once, with --because TEXT.',
};

function linesFor(
  { intent, summary, repeated, message }: RecordedAnswer,
  { action, bounds, until }: ParsedAnswer,
  by: string,
): string {
  const { min, max } = bounds ?? {};
  const within = min === undefined && max === undefined ? '' : ` ${min ?? ''}..${max ?? ''}`;
  const time = until === undefined ? '' : ` until ${minuteText(until)}`;
  const head = repeated ? 'Answered before' : 'Answered';
  return [
    `${head}: ${action}${within}${time}, by ${by}`,
    `  ${intent}  ${displayText(summary, 300)}`,
    message,
  ].join('\n');
}
