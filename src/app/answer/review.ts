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
}

/** Adds a review to the log, as `parley feedback add` does. The same again changes nothing. */
export async function noteReview(
  store: Pick<Store, 'appendFeedback'>,
  run: StoredRun,
  { intent, review, time, note }: ReviewNote,
): Promise<boolean> {
  const said = { intent, review, time, ...(note === undefined ? {} : { note }) };
  const feedback = feedbackOf([run], said);
  // Of what nobody was shown there is nothing to learn.
  if (!feedback.ok) return false;
  const { note: told, ...rest } = feedback.value;
  const body = { ...rest, ...(told === undefined ? {} : { note: told }) };
  await store.appendFeedback([{ id: contentId('f', body), time, body }]);
  return true;
}
