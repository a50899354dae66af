import type { Handler } from '../../adapters/queue/types.ts';
import { fail, ok, type Problem, type Result } from '../../model/result.ts';
import type { Jobs } from '../../ports/jobs.ts';
import type { KnownProposal } from '../../ports/store/service-store.ts';
import { leaseKeys } from '../../ports/store/state/keys.ts';
import { acquireLease } from '../lease/lease.ts';
import { proposalNotices } from '../notify/notices.ts';
import { closeOthers } from './close-others.ts';
import type { ProposeContext, ProposeDeps } from './deps.ts';
import { openScope } from './open-scope.ts';
import { isAboutAll, isLasting } from './problems.ts';
import { proposeOne } from './propose-one.ts';
import { lookAt } from './settle.ts';
import { unseenIntents } from './unseen.ts';

/**
 * Brings the forge in line with the latest run of a stack: one open proposal for each intent, and
 * none for what is settled. Every step may be repeated, also by another handler. A problem with one
 * proposal does not hold back the others.
 */
export function createProposeHandler(deps: ProposeDeps): Handler<Jobs['propose']> {
  return async (job, signal) => {
    // Without a lease, two handlers could both find a comment missing and post it.
    const lease = await acquireLease(deps, {
      tenant: job.tenant,
      key: leaseKeys.proposals(job.stack),
      job: leaseName(job),
    });
    if (lease === undefined) return (await isCovered(deps, job)) ? ok(undefined) : fail(busy);
    let done: Result<ProposeContext | undefined>;
    let problems: readonly Problem[] = [];
    try {
      done = await openScope(deps, job, signal);
      if (done.ok && done.value !== undefined) {
        problems = await proposeAll(done.value, job.intent, signal);
      }
    } finally {
      await lease.release();
    }
    if (!done.ok || done.value === undefined) return done.ok ? ok(undefined) : done;
    const notices = await proposalNotices(deps.store, done.value.stack);
    if (notices.length > 0) await deps.store.outbox.put(notices);
    // After the lease is released, so that the run of a job that was turned away is seen here.
    await passOn(done.value);
    const { stack, forge } = done.value;
    // The set of open drifts may have changed. A forge that refuses everything is not asked again.
    if (job.intent === undefined && !problems.some(isAboutAll)) {
      const guarded = await deps.guard(stack, forge, signal);
      if (!guarded.ok) problems = [...problems, guarded.error];
    }
    // A passing problem comes first, so that the queue tries again.
    const [first] = problems.toSorted((a, b) => Number(isLasting(a)) - Number(isLasting(b)));
    return first === undefined ? ok(undefined) : fail(first);
  };
}

async function proposeAll(
  scope: ProposeContext,
  only: string | undefined,
  signal: AbortSignal,
): Promise<readonly Problem[]> {
  const { deps, key, run } = scope;
  const plans = await deps.store.runs.planned(key, run.id);
  const problems: Problem[] = [];
  const keep = (result: Result<unknown>): void => {
    if (!result.ok) problems.push(result.error);
  };
  const waiting = await waitingIntents(scope);
  for (const plan of plans) {
    if (only !== undefined && plan.intent !== only) continue;
    const open = waiting.get(plan.intent);
    if (open !== undefined) {
      keep(await lookAt(scope, open));
      continue;
    }
    if (signal.aborted || problems.some(isAboutAll)) return problems;
    keep(await proposeOne(scope, plan));
  }
  if (only !== undefined) return problems;
  if (!signal.aborted && !problems.some(isAboutAll)) keep(await closeOthers(scope, plans));
  return problems;
}

/**
 * Open proposals that stay as they are, by intent: the intent has an open drift that this run could
 * not see, so its plan would cover only the rest.
 */
async function waitingIntents({
  deps,
  key,
  forge,
  run,
}: ProposeContext): Promise<ReadonlyMap<string, KnownProposal>> {
  const unseen = unseenIntents(run.report);
  if (unseen.size === 0) return new Map();
  const open = await deps.store.proposals.list(key, 'open');
  const own = open.filter((one) => one.forge === forge.name && unseen.has(one.intent));
  return new Map(own.map((one) => [one.intent, one]));
}

function leaseName({ run, intent }: Jobs['propose']): string {
  return intent === undefined ? run : `${run} ${intent}`;
}

/**
 * True where the holder of the lease does everything that this job would: it looks for a later run
 * when it ends.
 */
async function isCovered({ store }: ProposeDeps, job: Jobs['propose']): Promise<boolean> {
  const held = await store.leases.get(job.tenant, leaseKeys.proposals(job.stack));
  return held !== undefined && !held.value.job.includes(' ');
}

const busy: Problem = {
  code: 'propose-busy',
  message: 'Another job is working on the proposals of this stack.',
  hint: 'It is tried again.',
};

/**
 * Puts a job for a run that arrived in the meantime, since its own job may have been turned away
 * while this one held the lease.
 */
async function passOn({ deps, key, run, forge }: ProposeContext): Promise<void> {
  const latest = await deps.store.runs.latestHead(key);
  if (latest === undefined || latest.id === run.id) return;
  await deps.store.outbox.put([
    { queue: 'propose', job: { ...key, forge: forge.name, run: latest.id } },
  ]);
}
