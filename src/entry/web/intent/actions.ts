import type { Problem } from '../../../model/result.ts';
import type { AnswerAction } from '../../../ports/store/answer.ts';

/** What each answer does, shown before it is given. */
export const answerEffects: Readonly<
  Record<AnswerAction, { readonly name: string; readonly effect: string }>
> = {
  accept: {
    name: 'Accept',
    effect:
      'The live value is accepted. The stack is scanned again, and the change is proposed for review; nothing is merged.',
  },
  revert: {
    name: 'Put back',
    effect:
      'The code stays. A request to restore the cloud replaces a proposal; nothing runs automatically.',
  },
  delegate: {
    name: 'Delegate',
    effect:
      'The field is delegated to the actor that changed it, within the bounds below and for the term that the policy sets. That is proposed for review.',
  },
  hold: {
    name: 'Hold',
    effect:
      'Nothing is done about it until the time below. An open proposal is closed for that long, and comes back if the drift is still there.',
  },
  wrong: {
    name: 'Wrong',
    effect:
      'Parley misread the change: an open proposal is closed, nothing is done until somebody decides, and rules are learned from it.',
  },
  dismiss: {
    name: 'Dismiss',
    effect:
      'It needs no action: it is closed with your name and reason. A later change of the field opens it again.',
  },
  reopen: {
    name: 'Take back',
    effect: 'Earlier answers are withdrawn, and the policy decides again.',
  },
};

export function problemText({ message, hint = '' }: Problem): string {
  return `${message} ${hint}`.trim();
}
