import type { Store } from '../../ports/store/run-store.ts';
import type { AnswerDeps } from './answer.ts';

/**
 * Adapts the store of a single project to the interface of the service's store. A project has no
 * planned proposals and no process that waits for jobs: the next run decides by the answers that
 * are kept.
 */
export function answersOfProject(
  store: Pick<Store, 'latestRun' | 'answers' | 'keepAnswer' | 'appendFeedback'>,
): AnswerDeps['store'] {
  return {
    runs: { latest: () => store.latestRun(), planned: async () => [] },
    answers: { keep: (_, answer) => store.keepAnswer(answer), list: () => store.answers() },
    project: () => store,
  };
}
