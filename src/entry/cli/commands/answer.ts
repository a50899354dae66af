import { resolve } from 'node:path';
import { type Command, Option } from 'commander';
import { askedFor, type ParsedAnswer } from '../../../app/answer/ask/ask.ts';
import { whoAnswers } from '../../../app/answer/ask/who.ts';
import { selectHistory } from '../../../app/history/history.ts';
import type { Problem } from '../../../model/result.ts';
import { displayText } from '../../../model/text.ts';
import { minuteText } from '../../../model/time-text.ts';
import type { ExitCode, Io } from '../../../ports/io.ts';
import { printProblem, printProblems } from '../../../present/terminal/print-problem.ts';
import { terminalText } from '../../../present/terminal/safe.ts';
import type { RecordedAnswer } from '../../service/console-answer.ts';
import type { Cli } from '../program/command.ts';
import { stackHelp } from './flags.ts';

interface AnswerOptions {
  readonly dir: string;
  readonly stack?: string;
  /** Why, for readers of the decision. */
  readonly because?: string;
  /** An older name of `because`. */
  readonly note?: string;
}

/** `parley answer ID ACTION`: records what should happen to an intent; the next run applies it. */
export function defineAnswer(command: Command, { io, finish }: Cli): void {
  command
    .argument('<id>', 'i-..., d-... or a resource address, of one open intent; q-... of a question')
    .argument('<answer>', 'accept, revert, delegate, hold, wrong, dismiss or reopen')
    .argument('[value]', 'bounds for delegate, 2..10; a time for hold, 24h, 3d or a date')
    .option('--because <text>', 'why; required for dismiss')
    .addOption(new Option('--note <text>', 'an older name of --because').hideHelp())
    .option('--dir <root>', 'folder of the root module, or of the service', '.')
    .option('--stack <name>', stackHelp)
    .action(async (id: string, action: string, value: string | undefined, options: AnswerOptions) =>
      finish(await answer(io, { id, action, value }, options)),
    );
}

interface AnswerArguments {
  /** Id of an intent, or of a drift, or the address of a resource. */
  readonly id: string;
  readonly action: string;
  /** Bounds or a time, depending on the action. */
  readonly value: string | undefined;
}

async function answer(
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
  const { answerIn } = await import('../../service/answer-in.ts');
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
