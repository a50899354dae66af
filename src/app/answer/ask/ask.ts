import type { Bounds } from '../../../model/bounds.ts';
import { shiftTime } from '../../../model/instant.ts';
import { fail, ok, type Problem, type Result } from '../../../model/result.ts';
import { displayText } from '../../../model/text.ts';
import { boundsFrom } from '../../../ports/command/bounds.ts';
import { durationFrom } from '../../../ports/command/hold.ts';
import type { AnswerAction } from '../../../ports/store/answer.ts';
import { sinceTime } from '../../run/since.ts';

/** A requested answer, in the names that the rest of Parley uses. */
export interface ParsedAnswer {
  readonly action: AnswerAction;
  /** For `hold` only: ISO 8601 UTC. */
  readonly until?: string;
  /** For `delegate` only. */
  readonly bounds?: Bounds;
}

/** The words for each answer; `reject` is an older name of `revert`. */
const actions: ReadonlyMap<string, AnswerAction> = new Map([
  ['accept', 'accept'],
  ['reject', 'revert'],
  ['revert', 'revert'],
  ['delegate', 'delegate'],
  ['hold', 'hold'],
  ['wrong', 'wrong'],
  ['dismiss', 'dismiss'],
  ['reopen', 'reopen'],
]);

/** Parses `hold 24h` and `delegate 2..10` as a person typed them. `now` is ISO 8601 UTC. */
export function askedFor(
  word: string,
  value: string | undefined,
  now: string,
): Result<ParsedAnswer> {
  const action = actions.get(word.toLowerCase());
  if (action === undefined) return fail(unknown(word));
  if (action === 'hold') {
    const until = untilFrom(value ?? '', now);
    return until.ok ? ok({ action, until: until.value }) : until;
  }
  if (action === 'delegate') {
    if (value === undefined) return ok({ action });
    const bounds = boundsFrom(value);
    return bounds.ok ? ok({ action, bounds: bounds.value }) : fail(atTerminal(bounds.error));
  }
  return value === undefined ? ok({ action }) : fail(tooMuch(word, value));
}

function untilFrom(text: string, now: string): Result<string> {
  if (/^\d{4}-/.test(text)) return sinceTime(text, now);
  const length = durationFrom(text);
  if (!length.ok) return fail(atTerminal(length.error));
  return ok(shiftTime(now, length.value));
}

/**
 * The parsers are shared with comments on proposals, so their hints show the syntax of a comment.
 */
function atTerminal({ hint, ...problem }: Problem): Problem {
  if (hint === undefined) return problem;
  return { ...problem, hint: hint.replaceAll('`/parley ', '`parley answer ID ') };
}

function unknown(word: string): Problem {
  return {
    code: 'unknown-answer',
    message: `${displayText(word, 60)} is not an answer.`,
    hint: 'Use accept, revert, delegate [2..10], hold 24h, wrong, dismiss --because TEXT, or reopen.',
  };
}

function tooMuch(word: string, value: string): Problem {
  return {
    code: 'answer-argument',
    message: `${displayText(word, 60)} takes no value, so "${displayText(value, 60)}" is not understood.`,
    hint: 'Give remarks with --because TEXT.',
  };
}
