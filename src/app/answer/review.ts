import { contentId } from '../../model/id.ts';
import type { AnswerAction } from '../../ports/store/answer.ts';
import type { Store, StoredRun } from '../../ports/store/run-store.ts';
import type { Review } from '../../reconcile/learning/feedback.ts';
import { feedbackOf } from '../../reconcile/learning/review.ts';

/**
 * What an answer says about the verdict. Who accepts or delegates will merge the proposal, which
 * counts then; who holds says nothing yet.
 */
export function reviewFor(action: AnswerAction): Review | undefined {
  switch (action) {
    case 'revert':
      return 'closed';
    case 'wrong':
      return 'wrong';
    default:
      return undefined;
  }
}

export interface ReviewNote {
  readonly intent: string;
  readonly review: Review;
  /** ISO 8601 UTC. */
  readonly time: string;
  readonly note?: string | undefined;
  /**
   * What was reviewed, where whoever was killed notes it again: it is then the same review though
   * it rests on a newer run.
   */
  readonly subject?: string;
}

/** Adds a review to the log, as `parley feedback add` does. The same again changes nothing. */
export async function noteReview(
  store: Pick<Store, 'appendFeedback'>,
  run: StoredRun,
  { intent, review, time, note, subject }: ReviewNote,
): Promise<boolean> {
  const said = { intent, review, time, ...(note === undefined ? {} : { note }) };
  const feedback = feedbackOf([run], said);
  // Of what nobody was shown there is nothing to learn.
  if (!feedback.ok) return false;
  const { note: text, ...rest } = feedback.value;
  const body = { ...rest, ...(text === undefined ? {} : { note: text }) };
  const identity = subject === undefined ? body : { subject, intent, review, time };
  await store.appendFeedback([{ id: contentId('f', identity), time, body }]);
  return true;
}
