import type { StoredRun } from '../../ports/store/run-store.ts';
import type { RunHead } from '../../ports/store/service-store.ts';
import type { ShownDetail, ShownLog } from '../../ports/store/shown.ts';
import type { StackKey } from '../../ports/store/stack-key.ts';
import { type AnswerTarget, findAnswerTarget, ofIntent } from './target.ts';

export interface TargetStore {
  readonly runs: {
    latest(key: StackKey): Promise<StoredRun | undefined>;
    latestHead?(key: StackKey): Promise<Pick<RunHead, 'id'> | undefined>;
  };
  /** Single intents, where the store keeps them apart from reports. */
  readonly shown?: Pick<ShownLog, 'find'>;
}

export interface TargetInRun {
  /** Id of the latest run. */
  readonly run: string;
  /** Undefined where the run has nothing under the id. */
  readonly target: AnswerTarget | undefined;
}

/**
 * What the latest run has under an id, or undefined without a run. Reports can have megabytes, so
 * the report is read only where the store does not keep the intent separately.
 */
export async function targetInRun(
  { runs, shown }: TargetStore,
  key: StackKey,
  id: string,
): Promise<TargetInRun | undefined> {
  const own = await shown?.find(key, id);
  const head = own?.open === true ? await runs.latestHead?.(key) : undefined;
  if (own !== undefined && own.run === head?.id && isWhole(own.detail)) {
    return { run: own.run, target: ofIntent(own.detail, own.detail.intent) };
  }
  const run = await runs.latest(key);
  return run && { run: run.id, target: findAnswerTarget(run.report, id) };
}

/** True where every drift of the intent was kept, each exactly once. */
function isWhole({ intent, drifts }: ShownDetail): boolean {
  const ids = new Set(drifts.map(({ id }) => id));
  return ids.size === drifts.length && intent.drifts.every((id) => ids.has(id));
}
