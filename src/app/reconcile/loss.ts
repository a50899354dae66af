import type { Stack } from '../../config/service/stacks.ts';
import { fail, ok, type Result } from '../../model/result.ts';
import type { StackKey } from '../../ports/store/stack-key.ts';
import type { ReconcileDeps, ReconcileJob } from './deps.ts';
import { keepFailure } from './failure.ts';
import {
  abandoned,
  comesBack,
  isSetAside,
  keepLoss,
  type LostRun,
  lastLosses,
  setAsideProblem,
} from './set-aside.ts';

/**
 * Counts a lost run. The queue tries it once more; after that the stack is set aside and people are
 * notified.
 */
export async function countLoss(
  deps: ReconcileDeps,
  stack: Stack,
  lost: LostRun,
): Promise<Result<void>> {
  const key: StackKey = { tenant: stack.tenant, stack: stack.name };
  const losses = await keepLoss(deps, key, lost);
  deps.onEvent({ ...key, kind: 'lost', problem: lost.problem });
  if (!isSetAside(losses)) return fail(lost.problem);
  const problem = setAsideProblem(losses);
  deps.onEvent({ ...key, kind: 'set-aside', problem, isNew: true });
  await keepFailure(deps, stack, problem);
  return ok(undefined);
}

/** The circumstances in which a run would begin. */
export interface Start {
  readonly cause: ReconcileJob['cause'];
  readonly revision: string;
  /** When the run whose worker is gone had begun, ISO 8601 UTC. */
  readonly lost: string | undefined;
}

/**
 * Whether a stack is still set aside, because its last runs were lost and nothing has changed
 * since.
 */
export async function staysAside(
  deps: ReconcileDeps,
  stack: Stack,
  { cause, revision, lost }: Start,
): Promise<boolean> {
  const key: StackKey = { tenant: stack.tenant, stack: stack.name };
  if (lost !== undefined) {
    // Whoever requested the run did so before it was lost.
    const counted = await countLoss(deps, stack, { problem: abandoned, revision, began: lost });
    return counted.ok;
  }
  const losses = await lastLosses(deps.store.lastSeen, key);
  if (losses === undefined || !isSetAside(losses)) return false;
  if (await comesBack(deps, stack, losses, { cause, revision })) return false;
  deps.onEvent({ ...key, kind: 'set-aside', problem: setAsideProblem(losses), isNew: false });
  return true;
}
