import type { ConfigFile } from '../../config/schema.ts';
import type { AnswerDeps } from '../../service/answer/answer.ts';
import { ownChanges } from '../../service/answer/own-change.ts';
import { answerNotices } from '../../service/notify/notices.ts';
import type { ServiceStore } from '../../service/ports/store.ts';

/** What answers need in every process of the service, wherever they are given. */
export function answeringIn(
  store: ServiceStore,
  { stacks, slack }: Pick<ConfigFile, 'stacks' | 'slack'>,
  now: () => string,
): AnswerDeps {
  return {
    store,
    now,
    isOwnChange: ownChanges(slack),
    follow: (key, given) => answerNotices(stacks, key, given),
  };
}
