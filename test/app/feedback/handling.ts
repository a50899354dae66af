import { answerIntent } from '../../../src/app/answer/answer.ts';
import type { FeedbackDeps } from '../../../src/app/feedback/deps.ts';
import { handleProposal } from '../../../src/app/feedback/handle-proposal.ts';
import type { ProposeDeps } from '../../../src/app/propose/deps.ts';
import { ok } from '../../../src/model/result.ts';
import type { ServiceStore } from '../../../src/ports/store/service-store.ts';

interface HeedingDeps extends Pick<FeedbackDeps, 'checkouts' | 'now'> {
  readonly store: FeedbackDeps['store'] & Pick<ServiceStore, 'answers'>;
}

/** Handles what people did, as the service does, for a caller that has its own forge. */
export function heeding({ store, checkouts, now }: HeedingDeps): ProposeDeps['handleProposal'] {
  return (place, standing, by) =>
    handleProposal(
      {
        ...{ store, checkouts, now },
        stacks: [place.stack],
        gitops: [],
        forges: { of: () => ok(place.forge) },
        answer: (key, ask) => answerIntent({ store, now }, key, ask),
        guard: async () => ok(undefined),
      },
      place,
      standing,
      { by },
    );
}
