import type { Bounds } from '../../model/bounds.ts';
import { type Decision, isDismissed } from '../../model/decision.ts';
import { day } from '../../model/instant.ts';
import { fail, ok, type Problem, type Result } from '../../model/result.ts';
import { scrubText } from '../../model/scrub.ts';
import { displayText } from '../../model/text.ts';
import type { AnswerRequest } from './answer.ts';

/** The checked parts of an answer that only some actions have. */
export interface CheckedAnswer {
  readonly until?: string;
  readonly bounds?: Bounds;
  readonly note?: string;
}

const longestHold = 30 * day;

export function checkAsk(
  { action, until, bounds, note }: AnswerRequest,
  at: string,
  decisions: readonly Decision[],
): Result<CheckedAnswer> {
  const open = decisions.filter((one) => one.verdict.outcome !== 'noop' || isDismissed(one));
  if (open.length === 0 && decisions.length > 0) return fail(problems.nothing);
  if (action === 'dismiss' && (note ?? '').trim() === '') return fail(problems.reason);
  if (action === 'hold') {
    const length = Date.parse(until ?? '') - Date.parse(at);
    if (!(length > 0 && length <= longestHold)) return fail(problems.until);
  }
  const { min, max } = bounds ?? {};
  if (min !== undefined && max !== undefined && min > max) return fail(problems.bounds);
  return ok({
    ...(action === 'hold' && until !== undefined ? { until: new Date(until).toISOString() } : {}),
    ...(action === 'delegate' && bounds !== undefined ? { bounds } : {}),
    ...(note === undefined || note === '' ? {} : { note: displayText(scrubText(note), 500) }),
  });
}

export const problems = {
  gone: (intent: string): Problem => ({
    code: 'intent-gone',
    message: `The latest run does not know ${displayText(intent, 60)}: the drift is gone, or has changed.`,
    hint: 'Answer what is shown now.',
  }),
  outdated: {
    code: 'answer-outdated',
    message: 'The drift or the verdict has changed since this was shown.',
    hint: 'Look at what is shown now and answer that.',
  },
  nothing: {
    code: 'nothing-to-answer',
    message: 'There is nothing to decide: cloud and code agree.',
  },
  until: {
    code: 'answer-until',
    message: 'The end of the hold is missing, or is more than 30 days ahead.',
    hint: 'Give a time in the future, 30 days ahead at most.',
  },
  reason: {
    code: 'answer-reason',
    message: 'The reason why it needs no action is missing.',
    hint: 'Give a reason: it is recorded, and shown later.',
  },
  unseen: {
    code: 'answer-unseen',
    message: 'Its live value is unknown to the latest run, so it can only be dismissed.',
    hint: 'Dismiss it with a reason, or have it read back (`--verify plan`) and answer then.',
  },
  unanswered: {
    code: 'nothing-answered',
    message: 'Nobody has answered it, so there is nothing to withdraw.',
  },
  bounds: {
    code: 'answer-bounds',
    message: 'The lower bound is above the upper one.',
    hint: 'Swap them.',
  },
} as const satisfies Readonly<Record<string, Problem | ((text: never) => Problem)>>;
