import { ok } from '../../../src/model/result.ts';
import { answerIntent } from '../../../src/service/answer/answer.ts';
import type { FeedbackDeps } from '../../../src/service/feedback/deps.ts';
import { heed } from '../../../src/service/feedback/heed.ts';
import type { ServiceStore } from '../../../src/service/ports/store.ts';
import type { ProposeDeps } from '../../../src/service/propose/deps.ts';

interface HeedingDeps extends Pick<FeedbackDeps, 'checkouts' | 'now'> {
  readonly store: FeedbackDeps['store'] & Pick<ServiceStore, 'answers'>;
}

/** Heeds what people did, as the service does, for whoever brings a forge along. */
export function heeding({ store, checkouts, now }: HeedingDeps): ProposeDeps['heed'] {
  return (place, standing, by) =>
    heed(
      {
        ...{ store, checkouts, now },
        stacks: [place.stack],
        forges: { of: () => ok(place.forge) },
        answer: (key, ask) => answerIntent({ store, now }, key, ask),
        guard: async () => ok(undefined),
      },
      place,
      standing,
      { by },
    );
}
