import type { Store } from '../../ports/store/run-store.ts';
import type { AnswerDeps } from './answer.ts';

/**
 * The store of one project in the place of the service's. Nothing plans proposals there, and no
 * process waits for jobs: the next run decides by what is kept.
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
