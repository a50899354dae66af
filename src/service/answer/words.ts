import type { Decision } from '../../model/decision.ts';
import type { Answer } from '../ports/answer.ts';

/** What happens now, until when, and how to take it back; nothing in it is from a log. */
export function wordsFor(answer: Answer, decisions: readonly Decision[]): string {
  return [effects(answer), ...limits(answer, decisions), undo].join(' ');
}

function effects({ action, until, bounds }: Answer): string {
  switch (action) {
    case 'accept':
      return 'Noted: the code is to say what is live. The stack is looked at again now, and the change is proposed.';
    case 'revert':
      return 'Noted: the code stays. The stack is looked at again now, and the proposal becomes a request to put the cloud back; nothing is run on its own.';
    case 'delegate':
      return `Noted: the field is left to who changes it${boundsText(bounds)}, for the term that the policy sets. The stack is looked at again now, and that is proposed.`;
    case 'hold':
      return `Noted: nothing is done about it until ${until ?? 'further notice'}. An open proposal is closed for that time, and comes back if the drift is still there.`;
    case 'wrong':
      return 'Noted: it was not understood. Nothing is done until somebody decides, and the review counts for the rules that are learned.';
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
  if (action === 'revert' || !decisions.some(({ verdict }) => firm.has(verdict.outcome))) return [];
  return [
    'Where an invariant or one of the strongest tiers of the policy decided it, that verdict stays, and the explanation says so.',
  ];
}

const undo =
  'It counts as long as these fields are as they are now; the newest answer counts, and a short hold gives it back to the policy.';
