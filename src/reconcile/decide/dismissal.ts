import type { Drift } from '../../model/drift.ts';
import { compareInstants } from '../../model/instant.ts';
import type { ClosedQuestion } from '../../model/open-question.ts';
import { displayText } from '../../model/text.ts';
import type { KeptAnswer } from '../../ports/store/kept-answer.ts';
import { type AnswerableDrift, type FormerAddresses, formerDrifts } from './answered-field.ts';

/** Who said that something is not a drift to act on, and when. */
export type Dismissal = Pick<KeptAnswer, 'by' | 'at' | 'note'>;

/** An answer that dismisses something. */
export type Dismissed = KeptAnswer & { readonly action: 'dismiss' };

/** Dismissals by the key of what they apply to. */
export type Dismissals = ReadonlyMap<string, Dismissed>;

/**
 * What a dismissal of a drift applies to: these values in code and cloud, as the last of these
 * events set them. Another value is another drift, and so is the same value when it was put back and set
 * again.
 */
export function driftKey({ id, evidence }: Pick<Drift, 'id' | 'evidence'>): string {
  return `${id} ${evidence.at(-1) ?? ''}`;
}

/** The dismissal of a drift, also if its resource was moved since. */
export function findDismissal(
  drift: AnswerableDrift,
  dismissals: Dismissals,
  former: FormerAddresses,
): Dismissed | undefined {
  if (dismissals.size === 0) return undefined;
  for (const one of [drift, ...formerDrifts(drift, former)]) {
    const by = dismissals.get(driftKey(one));
    if (by !== undefined) return by;
  }
  return undefined;
}

/** What a dismissal of a question applies to: one call on one resource. */
export function callKey(question: string, event: string): string {
  return `${question} ${event}`;
}

/** The newest dismissal for each key, unless it was taken back since. */
export function dismissalsIn(answers: readonly KeptAnswer[]): Dismissals {
  const newest = new Map<string, KeptAnswer>();
  for (const answer of answers) {
    if (answer.action !== 'dismiss' && answer.action !== 'reopen') continue;
    for (const key of answer.about ?? []) {
      const other = newest.get(key);
      if (other === undefined || isNewer(answer, other)) newest.set(key, answer);
    }
  }
  return new Map([...newest].flatMap(([key, one]) => (isDismissal(one) ? [[key, one]] : [])));
}

function isDismissal(answer: KeptAnswer): answer is Dismissed {
  return answer.action === 'dismiss';
}

export function isNewer(
  a: Pick<KeptAnswer, 'at' | 'id'>,
  b: Pick<KeptAnswer, 'at' | 'id'>,
): boolean {
  const order = compareInstants(a.at, b.at);
  return order === 0 ? a.id > b.id : order > 0;
}

/** Who dismissed it, when, and why. */
function dismissalText({ by, at, note }: Dismissal): string {
  const why = note === undefined ? '' : `: ${displayText(note, 300)}`;
  return `${displayText(by, 80)} dismissed it (${at})${why}${/[.!?]$/.test(why) ? '' : '.'}`;
}

export function dismissed(by: Dismissal): Pick<ClosedQuestion, 'because'> & {
  readonly reason: 'dismissed';
} {
  return { reason: 'dismissed', because: dismissalText(by) };
}
