import type { Handler } from '../../adapters/queue/types.ts';
import { fail, ok, type Problem, type Result } from '../../model/result.ts';
import type { Jobs } from '../../ports/jobs.ts';
import type { KnownProposal } from '../../ports/store/service-store.ts';
import { leaseKeys } from '../../ports/store/state/keys.ts';
import { acquireLease } from '../lease/lease.ts';
import { proposalNotices } from '../notify/notices.ts';
import { closeOthers } from './close-others.ts';
import type { ProposeDeps, ProposeScope } from './deps.ts';
import { openScope } from './open-scope.ts';
import { isAboutAll, isLasting } from './problems.ts';
import { proposeOne } from './propose-one.ts';
import { lookAt } from './settle.ts';
import { unseenIntents } from './unseen.ts';

/**
 * Brings the forge to what the latest run of a stack wants: one open proposal an intent, and none
 * for what is settled. Every step may be repeated, by another handler, too.
 * What one proposal cannot have keeps none of the others.
 */
export function createProposeHandler(deps: ProposeDeps): Handler<Jobs['propose']> {
  return async (job, signal) => {
    // Two that look whether a word was said already would both say it.
    const lease = await acquireLease(deps, {
      tenant: job.tenant,
      key: leaseKeys.proposals(job.stack),
      job: leaseName(job),
    });
    if (lease === undefined) return (await isCovered(deps, job)) ? ok(undefined) : fail(busy);
    let done: Result<ProposeScope | undefined>;
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
    // Behind the lease: the run of whoever met with it is seen here.
    await passOn(done.value);
    const { stack, forge } = done.value;
    // What is open may be another set now. A forge that refuses everything is not asked for more.
    if (job.intent === undefined && !problems.some(isAboutAll)) {
      const guarded = await deps.guard(stack, forge, signal);
      if (!guarded.ok) problems = [...problems, guarded.error];
    }
    // What may pass comes first: the queue tries again.
    const [first] = problems.toSorted((a, b) => Number(isLasting(a)) - Number(isLasting(b)));
    return first === undefined ? ok(undefined) : fail(first);
  };
}

async function proposeAll(
  scope: ProposeScope,
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
 * By intent, open proposals that stand as they are: the intent has a drift that is open and that this run could
 * not see, so that the plan has only the rest.
 */
async function waitingIntents({
  deps,
  key,
  forge,
  run,
}: ProposeScope): Promise<ReadonlyMap<string, KnownProposal>> {
  const unseen = unseenIntents(run.report);
  if (unseen.size === 0) return new Map();
  const open = await deps.store.proposals.list(key, 'open');
  const own = open.filter((one) => one.forge === forge.name && unseen.has(one.intent));
  return new Map(own.map((one) => [one.intent, one]));
}

function leaseName({ run, intent }: Jobs['propose']): string {
  return intent === undefined ? run : `${run} ${intent}`;
}

/** True where who has the lease does all that this job would: it looks for a later run when it ends. */
async function isCovered({ store }: ProposeDeps, job: Jobs['propose']): Promise<boolean> {
  const held = await store.leases.get(job.tenant, leaseKeys.proposals(job.stack));
  return held !== undefined && !held.value.job.includes(' ');
}

const busy: Problem = {
  code: 'propose-busy',
  message: 'Another job is at the proposals of this stack.',
  hint: 'It is tried again.',
};

/** A run that came in the meantime may have found everything done: it is notified again. */
async function passOn({ deps, key, run, forge }: ProposeScope): Promise<void> {
  const latest = await deps.store.runs.latestHead(key);
  if (latest === undefined || latest.id === run.id) return;
  await deps.store.outbox.put([
    { queue: 'propose', job: { ...key, forge: forge.name, run: latest.id } },
  ]);
}
