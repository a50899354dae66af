import type { Store } from '../../ports/store/run-store.ts';
import { standingAnswers } from '../../reconcile/decide/answers.ts';
import { knownDrifts } from '../../stages/guard/assemble.ts';
import type { KnownDrift } from '../../stages/guard/known.ts';

type Remembering = Pick<Store, 'memory' | 'intents' | 'latestRun' | 'answers'>;

/** The open drifts in a store, each with its actor and its decision. */
export async function readKnownDrifts(
  store: Remembering,
  now: string,
): Promise<readonly KnownDrift[]> {
  const { open } = await store.memory();
  if (open.length === 0) return [];
  const intents = (await store.intents()).map(({ intent }) => intent);
  const run = await store.latestRun();
  return knownDrifts({
    open,
    intents,
    decisions: run?.report.decisions ?? [],
    answers: standingAnswers(await store.answers(), intents, run?.report.drifts ?? [], { now }),
  });
}
