import type { Stack } from '../../config/service/stacks.ts';
import type { Problem } from '../../model/result.ts';
import { leaseKeys } from '../../ports/store/state/keys.ts';
import { acquireLease } from '../lease/lease.ts';
import type { FeedbackDeps } from './deps.ts';
import { type LookRequest, lastLook, lookAtStack } from './look.ts';

export interface SweepRequest extends LookRequest {
  /** Milliseconds between two passes over a stack. */
  readonly every: number;
  /** Called for each forge that could not be read. */
  readonly onEvent: (stack: Stack, problem: Problem) => void;
}

/** Reads the forges of all stacks that no scan and no other process has read for a while. */
export async function sweep(
  deps: FeedbackDeps,
  { every, onEvent, ...ask }: SweepRequest,
): Promise<void> {
  for (const stack of deps.stacks) {
    if (ask.signal.aborted) return;
    if (stack.forge === undefined || !(await isDue(deps, stack, every))) continue;
    const { tenant, name } = stack;
    const lease = await acquireLease(deps, { tenant, key: leaseKeys.sweep(name), job: ask.by });
    if (lease === undefined) continue;
    try {
      const looked = await lookAtStack(deps, stack, ask);
      if (!looked.ok) onEvent(stack, looked.error);
    } finally {
      await lease.release();
    }
  }
}

async function isDue(deps: FeedbackDeps, stack: Stack, every: number): Promise<boolean> {
  const last = await lastLook(deps, stack);
  return last === undefined || Date.parse(deps.now()) - Date.parse(last) >= every;
}
