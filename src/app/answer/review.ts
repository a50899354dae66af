import { contentId } from '../../model/id.ts';
import type { AnswerAction } from '../../ports/store/answer.ts';
import type { Store, StoredRun } from '../../ports/store/run-store.ts';
import type { Review } from '../../reconcile/learning/feedback.ts';
import { createFeedback } from '../../reconcile/learning/review.ts';

/**
 * The review that an answer implies. None for accept and delegate, since merging the proposal
 * counts then; none for hold, which decides nothing yet.
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
   * What was reviewed. A process that was killed and records the review again then produces the
   * same review, although it is based on a newer run.
   */
  readonly subject?: string;
}

/**
 * Adds a review to the log, as `parley feedback add` does. Adding the same review again changes
 * nothing. Returns false where there is nothing to review.
 */
export async function noteReview(
  store: Pick<Store, 'appendFeedback'>,
  run: StoredRun,
  { intent, review, time, note, subject }: ReviewNote,
): Promise<boolean> {
  const reviewed = { intent, review, time, ...(note === undefined ? {} : { note }) };
  const feedback = createFeedback([run], reviewed);
  // Nothing can be learned about an intent that nobody was shown.
  if (!feedback.ok) return false;
  const { note: text, ...rest } = feedback.value;
  const body = { ...rest, ...(text === undefined ? {} : { note: text }) };
  const identity = subject === undefined ? body : { subject, intent, review, time };
  await store.appendFeedback([{ id: contentId('f', identity), time, body }]);
  return true;
}
