import type { AnswerDeps } from '../../app/answer/answer.ts';
import { ownChanges } from '../../app/answer/own-change.ts';
import { answerNotices } from '../../app/notify/notices.ts';
import { keepStackAnswer } from '../../app/receipt/answers.ts';
import type { ConfigFile } from '../../config/schema.ts';
import type { WithReceipts } from '../../ports/receipt/with-receipts.ts';
import type { ServiceStore } from '../../ports/store/service-store.ts';

/** What answers need in every process of the service, wherever they are given. */
export function answeringIn(
  store: ServiceStore,
  { stacks, slack }: Pick<ConfigFile, 'stacks' | 'slack'>,
  now: () => string,
  receipts: WithReceipts,
): AnswerDeps {
  return {
    store,
    now,
    sign: (key, answer) => keepStackAnswer(receipts, key, answer, now()),
    isOwnChange: ownChanges(slack),
    follow: (key, given) => answerNotices(stacks, key, given),
  };
}
