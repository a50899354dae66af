import { fail, ok, type Problem, type Result } from '../../model/result.ts';
import { displayText } from '../../model/text.ts';
import { boundsFrom } from './bounds.ts';
import { durationFrom } from './hold.ts';
import { commandLines } from './lines.ts';
import { nearestWord } from './nearest.ts';
import type { CommentCommand } from './types.ts';

const words = [
  'why',
  'revert',
  'delegate',
  'hold',
  'wrong',
  'dismiss',
  'reopen',
  'recheck',
] as const;

/** The syntax of each command, for the reply to invalid ones. */
export const usage: Readonly<Record<CommentCommand['kind'], string>> = {
  why: '/parley why',
  revert: '/parley revert',
  delegate: '/parley delegate 2..10',
  hold: '/parley hold 24h',
  wrong: '/parley wrong it was a load test',
  dismiss: '/parley dismiss the vendor needs it this way',
  reopen: '/parley reopen',
  recheck: '/parley recheck',
};

/** The number of commands that are executed per comment; a longer list is a mistake or abuse. */
const max = 5;

/** The commands in a comment, in order. Comments without `/parley` have none. */
export function parseCommands(comment: string): readonly Result<CommentCommand>[] {
  return commandLines(comment).slice(0, max).map(parseCommand);
}

/** Parses one command, without `/parley`. */
function parseCommand(line: string): Result<CommentCommand> {
  const [first = '', ...rest] = line.split(/\s+/);
  const word = first.toLowerCase();
  const kind = words.find((one) => one === word);
  if (kind === undefined) return fail(unknownWord(first));
  const argument = rest.join(' ');
  if (kind === 'wrong') {
    return ok(argument === '' ? { kind } : { kind, reason: displayText(argument, 500) });
  }
  if (kind === 'dismiss') {
    if (argument === '') return fail(noReason);
    return ok({ kind, reason: displayText(argument, 500) });
  }
  if (kind === 'hold') {
    const duration = durationFrom(argument);
    return duration.ok ? ok({ kind, duration: duration.value }) : duration;
  }
  if (kind === 'delegate') {
    if (argument === '') return ok({ kind });
    const bounds = boundsFrom(argument);
    return bounds.ok ? ok({ kind, bounds: bounds.value }) : bounds;
  }
  if (kind === 'recheck' && argument.toLowerCase() === 'force') return ok({ kind, force: true });
  return argument === '' ? ok({ kind }) : fail(tooMuch(kind, argument));
}

const noReason: Problem = {
  code: 'command-argument',
  message: 'The reason why it needs no action is missing.',
  hint: `Write \`${usage.dismiss}\` on a line of its own.`,
};

function unknownWord(word: string): Problem {
  const meant = nearestWord(word.toLowerCase(), words);
  if (meant !== undefined) {
    return {
      code: 'command-unknown',
      message: `There is no command ${displayText(word, 40)}.`,
      hint: `Did you mean \`${usage[meant]}\`?`,
    };
  }
  const message =
    word === '' ? 'No command is given.' : `There is no command ${displayText(word, 40)}.`;
  return { code: 'command-unknown', message, hint: `Use one of ${words.join(', ')}.` };
}

function tooMuch(kind: CommentCommand['kind'], argument: string): Problem {
  return {
    code: 'command-argument',
    message: `The command ${kind} takes no argument, so "${displayText(argument, 60)}" is not understood.`,
    hint: `Write \`${usage[kind]}\` on a line of its own.`,
  };
}
