import { type AnswerDeps, answerIntent, mayAnswer } from '../../app/answer/answer.ts';
import { createAnswerPermit } from '../../app/answer/permit.ts';
import { answerNotices } from '../../app/notify/notices.ts';
import { keepStackAnswer } from '../../app/receipt/answers.ts';
import type { ConfigFile } from '../../config/schema.ts';
import type { WithReceipts } from '../../ports/receipt/with-receipts.ts';
import type { ServiceStore } from '../../ports/store/service-store.ts';
import type { ApiAnswers } from '../api/deps.ts';

/** The dependencies for taking answers in every process of the service, wherever they are given. */
export function answeringIn(
  store: ServiceStore,
  {
    stacks,
    slack,
    server,
    approvers,
  }: Pick<ConfigFile, 'stacks' | 'slack' | 'server' | 'approvers'>,
  now: () => string,
  receipts: WithReceipts,
): AnswerDeps {
  return {
    store,
    now,
    sign: (key, answer) => keepStackAnswer(receipts, key, answer, now()),
    permit: createAnswerPermit({
      slack,
      people: server.sign_in.people,
      // As in runs, approvers of the service take precedence over those of the repository.
      approversOf: async (key) =>
        approvers.length > 0 ? approvers : [...(await store.shown.approvers(key))],
    }),
    follow: (key, given) => answerNotices(stacks, key, given),
  };
}

/** Takes answers, and checks in advance who may give one. */
export function answersIn(
  ...given: Parameters<typeof answeringIn>
): Required<Pick<ApiAnswers, 'answer' | 'mayAnswer'>> {
  const deps = answeringIn(...given);
  return {
    answer: (key, ask) => answerIntent(deps, key, ask),
    mayAnswer: (key, ask) => mayAnswer(deps, key, ask),
  };
}
