import { fail, ok, type Problem, type Result } from '../../model/result.ts';
import type { Jobs } from '../../ports/jobs.ts';
import type { ProposeContext, ProposeDeps } from './deps.ts';

/** Undefined where there is nothing to do: no run exists, or the stack now has another forge. */
export async function openScope(
  deps: ProposeDeps,
  job: Jobs['propose'],
  signal: AbortSignal,
): Promise<Result<ProposeContext | undefined>> {
  const key = { tenant: job.tenant, stack: job.stack };
  const stack = deps.stackOf(key);
  if (stack === undefined) return fail(noSuchStack(job.stack));
  const found = deps.forges.of(stack);
  if (!found.ok) return found;
  const forge = found.value;
  // The settings have changed since the job was put.
  if (forge === undefined || forge.name !== job.forge) return ok(undefined);
  // This may be a newer run than the job's, because a run without news puts no job.
  const run = await deps.store.runs.latest(key);
  if (run?.revision === undefined) return ok(undefined);
  const credential = await forge.gitCredential();
  if (!credential.ok) return credential;
  const mirror = await deps.checkouts.mirror(stack, { signal });
  if (!mirror.ok) return mirror;
  const { gitDir, tip } = mirror.value;
  const target = { gitDir, url: stack.repository, credential: credential.value, base: tip, signal };
  const tips = await deps.pusher.branches(target);
  if (!tips.ok) return tips;
  return ok({
    deps,
    key,
    stack,
    forge,
    run,
    revision: run.revision,
    target,
    by: job.by,
    tips: tips.value,
    isLatest: async () => (await deps.store.runs.latestHead(key))?.id === run.id,
  });
}

function noSuchStack(name: string): Problem {
  return {
    code: 'no-such-stack',
    message: `There is no stack ${name} any more.`,
    hint: 'Add it to `stacks` again, or close its proposals by hand.',
  };
}
