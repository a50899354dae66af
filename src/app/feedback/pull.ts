import { ok, type Problem, type Result } from '../../model/result.ts';
import type { KeptDelivery } from '../../ports/store/service-store.ts';
import { findEventForge } from './concerned.ts';
import type { FeedbackDeps, PullEvent } from './deps.ts';

/** Checks every stack of the repository, even after one has failed. */
export async function handlePull(
  deps: FeedbackDeps,
  delivery: KeptDelivery,
  event: PullEvent,
  signal: AbortSignal,
): Promise<Result<void>> {
  let problem: Problem | undefined;
  for (const stack of deps.stacks) {
    const forge = findEventForge(deps, stack, delivery, event);
    if (forge === undefined) continue;
    const done = await deps.guard(stack, forge, event, signal);
    if (!done.ok) problem ??= done.error;
  }
  return problem === undefined ? ok(undefined) : { ok: false, error: problem };
}
