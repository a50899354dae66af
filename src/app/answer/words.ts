import type { Decision } from '../../model/decision.ts';
import type { Answer } from '../../ports/store/answer.ts';

/**
 * The same at a command line, where nothing happens by itself: what the next run does, until when,
 * and how to take it back.
 */
export function projectWords(answer: Answer, decisions: readonly Decision[]): string {
  return [nextRun(answer), ...limits(answer, decisions), undo(answer)].join(' ');
}

function nextRun({ action, until, bounds }: Answer): string {
  switch (action) {
    case 'accept':
      return 'The next `parley scan` decides that the code is to say what is live, and shows the patch; `parley reconcile` with --write or --pr writes it.';
    case 'revert':
      return 'The next `parley scan` decides that the code stays, and says which command puts the cloud back; nothing is run on its own.';
    case 'delegate':
      return `The next \`parley scan\` leaves it to who changes it${boundsText(bounds)}, for the term that the policy sets, and shows the patch that says so; \`parley reconcile\` with --write or --pr writes it.`;
    case 'hold':
      return `Until ${until === undefined ? 'further notice' : minuteOf(until)} runs decide nothing about it. It stays open, and the first run after that decides again.`;
    case 'wrong':
      return 'Parley has misread it: runs leave it open until somebody decides, and the review counts for the rules that are learned.';
    case 'dismiss':
      return 'It is no drift to act on: the next run closes it with who said so and why, and does nothing about it. A later change of the field opens it again.';
    case 'reopen':
      return 'What was answered before is taken back: the next run decides by the policy again.';
  }
}

/** What happens now, until when, and how to take it back; nothing in it is from a log. */
export function wordsFor(answer: Answer, decisions: readonly Decision[]): string {
  return [effects(answer), ...limits(answer, decisions), undo(answer)].join(' ');
}

function effects({ action, until, bounds }: Answer): string {
  switch (action) {
    case 'accept':
      return 'Noted: the code is to say what is live. The stack is looked at again now, and the change is proposed for review.';
    case 'revert':
      return 'Noted: the code stays. The stack is looked at again now, and a request to put the cloud back takes the place of the proposal; nothing is run on its own.';
    case 'delegate':
      return `Noted: it is left to who changes it${boundsText(bounds)}, for the term that the policy sets. The stack is looked at again now, and that is proposed for review.`;
    case 'hold':
      return `Noted: nothing is done about it until ${until === undefined ? 'further notice' : minuteOf(until)}. An open proposal is closed for that time, and comes back if the drift is still there.`;
    case 'wrong':
      return 'Noted: Parley has misread it. An open proposal is closed, nothing is done until somebody decides, and the review counts for the rules that are learned.';
    case 'dismiss':
      return 'Noted: it is no drift to act on. It is closed with who said so and why, and so is an open proposal. A later change of the field opens it again.';
    case 'reopen':
      return 'Noted: what was answered before is taken back. The stack is looked at again now, and the policy decides.';
  }
}

function boundsText(bounds: Answer['bounds']): string {
  const { min, max } = bounds ?? {};
  if (min !== undefined && max !== undefined) return ` within ${min} to ${max}`;
  if (min !== undefined) return ` from ${min} on`;
  return max === undefined ? '' : ` up to ${max}`;
}

/** Verdicts that a hard rule of the policy may have made, over which nobody's word goes. */
const firm: ReadonlySet<string> = new Set(['reject', 'expired', 'defer']);

function limits({ action }: Answer, decisions: readonly Decision[]): readonly string[] {
  if (
    action === 'revert' ||
    action === 'reopen' ||
    !decisions.some(({ verdict }) => firm.has(verdict.outcome))
  )
    return [];
  return [
    'Where an invariant or a hard tier of the policy made the verdict, it stays all the same, and the explanation tells so.',
  ];
}

/** A hold is about the intent, all else about the fields as they are. */
function undo({ action }: Answer): string {
  if (action === 'reopen') return 'It stands until somebody answers something else.';
  return action === 'hold'
    ? 'Any other answer ends the hold, and so does `reopen`.'
    : 'This stands for as long as the fields are as they are now. To take it back, answer `reopen`: then the policy decides again.';
}

/** `2026-03-16 10:00 UTC`. */
function minuteOf(time: string): string {
  return `${time.slice(0, 10)} ${time.slice(11, 16)} UTC`;
}
