import type { Problem } from '../../../model/result.ts';
import type { AnswerAction } from '../../../ports/store/answer.ts';

/** What each answer does, said before it is given. */
export const answerEffects: Readonly<
  Record<AnswerAction, { readonly name: string; readonly effect: string }>
> = {
  accept: {
    name: 'Accept',
    effect:
      'The code is to say what is live. The stack is looked at again, and the change is proposed for review; nothing is merged.',
  },
  revert: {
    name: 'Put back',
    effect:
      'The code stays. A request to put the cloud back takes the place of a proposal; nothing is run on its own.',
  },
  delegate: {
    name: 'Delegate',
    effect:
      'The field is left to who changes it, within the bounds below and for the term that the policy sets. That is proposed for review.',
  },
  hold: {
    name: 'Hold',
    effect:
      'Nothing is done about it until the time below. An open proposal is closed for that long, and comes back if the drift is still there.',
  },
  wrong: {
    name: 'Wrong',
    effect:
      'Parley has misread it: an open proposal is closed, nothing is done until somebody decides, and rules are learned from it.',
  },
  dismiss: {
    name: 'Dismiss',
    effect:
      'It is no drift to act on: it is closed with your name and reason. A later change of the field opens it again.',
  },
  reopen: {
    name: 'Take back',
    effect: 'What was answered before is taken back, and the policy decides again.',
  },
};

export function problemText({ message, hint = '' }: Problem): string {
  return `${message} ${hint}`.trim();
}
