import type { StackForge } from '../../adapters/forge/create.ts';
import type { Stack } from '../../config/service/stacks.ts';
import { ok, type Result } from '../../model/result.ts';
import { lastSentGroups } from '../../ports/store/state/keys.ts';
import type { GuardDeps } from './deps.ts';
import { guardPull } from './guard-pull.ts';

/**
 * Checks the open pull requests of others again, since the open drifts of the stack have changed.
 */
export async function guardOpenPulls(
  deps: GuardDeps,
  stack: Stack,
  forge: StackForge,
  signal: AbortSignal,
): Promise<Result<void>> {
  if (!(await mayHaveNews(deps, stack))) return ok(undefined);
  const pulls = await forge.proposals.others();
  if (!pulls.ok) return pulls;
  for (const pull of pulls.value) {
    if (signal.aborted) return ok(undefined);
    const done = await guardPull(deps, stack, forge, pull, signal);
    if (!done.ok) return done;
  }
  return ok(undefined);
}

/** Where nothing is open or declared and nothing was ever reported, the forge need not be asked. */
async function mayHaveNews({ store }: GuardDeps, { tenant, name }: Stack): Promise<boolean> {
  const project = store.project({ tenant, stack: name });
  const { open } = await project.memory();
  if (open.length > 0 || (await project.declaredIntents()).length > 0) return true;
  return (await store.lastSent.list(tenant, lastSentGroups.guard(name))).length > 0;
}
