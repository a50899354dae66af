import { boundsText } from '../../model/bounds.ts';
import type { Decision } from '../../model/decision.ts';
import { minuteText } from '../../model/time-text.ts';
import type { Answer } from '../../ports/store/answer.ts';

/**
 * The reply at a command line, where nothing happens until the next run: what that run does, until
 * when, and how to undo it.
 */
export function projectMessage(answer: Answer, decisions: readonly Decision[]): string {
  return [nextRun(answer), ...limits(answer, decisions), undo(answer)].join(' ');
}

function nextRun({ action, until, bounds }: Answer): string {
  switch (action) {
    case 'accept':
      return 'The next `parley scan` accepts the live value and shows the patch; `parley reconcile` with --write or --pr writes it.';
    case 'revert':
      return 'The next `parley scan` keeps the code and shows the command that restores the cloud; nothing runs automatically.';
    case 'delegate':
      return `The next \`parley scan\` ${withBounds('delegates it to the actor that changed it', bounds)}, for the term that the policy sets, and shows the patch for that; \`parley reconcile\` with --write or --pr writes it.`;
    case 'hold':
      return `Until ${until === undefined ? 'further notice' : minuteText(until)} runs decide nothing about it. It stays open, and the first run after that decides again.`;
    case 'wrong':
      return 'Parley misread the change: runs leave it open until somebody decides, and rules are learned from the review.';
    case 'dismiss':
      return 'It needs no action: the next run closes it with your name and reason. A later change of the field opens it again.';
    case 'reopen':
      return 'Earlier answers are withdrawn: the next run decides by the policy again.';
  }
}

/**
 * The reply in the service: what happens now, until when, and how to undo it. It contains no text
 * from logs.
 */
export function serviceMessage(answer: Answer, decisions: readonly Decision[]): string {
  return [effects(answer), ...limits(answer, decisions), undo(answer)].join(' ');
}

function effects({ action, until, bounds }: Answer): string {
  switch (action) {
    case 'accept':
      return 'Noted: the live value is accepted. The stack is scanned again now, and the change is proposed for review.';
    case 'revert':
      return 'Noted: the code stays. The stack is scanned again now, and a request to restore the cloud replaces the proposal; nothing runs automatically.';
    case 'delegate':
      return `Noted: ${withBounds('it is delegated to the actor that changed it', bounds)}, for the term that the policy sets. The stack is scanned again now, and that is proposed for review.`;
    case 'hold':
      return `Noted: nothing is done about it until ${until === undefined ? 'further notice' : minuteText(until)}. An open proposal is closed for that time, and comes back if the drift is still there.`;
    case 'wrong':
      return 'Noted: Parley misread the change. An open proposal is closed, nothing is done until somebody decides, and rules are learned from the review.';
    case 'dismiss':
      return 'Noted: it needs no action. It is closed with your name and reason, and so is an open proposal. A later change of the field opens it again.';
    case 'reopen':
      return 'Noted: earlier answers are withdrawn. The stack is scanned again now, and the policy decides.';
  }
}

function withBounds(sentence: string, bounds: Answer['bounds'] = {}): string {
  return `${sentence} ${boundsText(bounds)}`.trimEnd();
}

/** Outcomes that a hard rule of the policy may have made, which no answer can override. */
const firm: ReadonlySet<string> = new Set(['reject', 'expired', 'defer']);

function limits({ action }: Answer, decisions: readonly Decision[]): readonly string[] {
  if (
    action === 'revert' ||
    action === 'reopen' ||
    !decisions.some(({ verdict }) => firm.has(verdict.outcome))
  )
    return [];
  return [
    'A verdict made by an invariant or a hard tier of the policy outranks the answer; the explanation says so.',
  ];
}

/** A hold covers the intent; every other answer covers the current values of the fields. */
function undo({ action }: Answer): string {
  if (action === 'reopen') return 'It applies until another answer is given.';
  return action === 'hold'
    ? 'Any other answer ends the hold, and so does `reopen`.'
    : 'This applies as long as the fields keep their current values. To withdraw it, answer `reopen`: the policy then decides again.';
}
