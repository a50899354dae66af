import { day, shiftTime } from '../../model/instant.ts';
import type { StackKey } from '../../ports/store/stack-key.ts';
import { claimKeys, leaseKeys } from '../../ports/store/state/keys.ts';
import { acquireLease, type HeldLease } from '../lease/lease.ts';
import type { ReconcileDeps, ReconcileJob } from './deps.ts';

type LeaseDeps = Pick<ReconcileDeps, 'store' | 'now'>;

const week = 7 * day;

/**
 * Allows one run of a stack at a time. Undefined when another run is in progress: a further job
 * then follows it, since that run may have begun too early to see what this job is for. `id` is the
 * id of the job in the queue, because scheduled jobs are alike in everything else.
 */
export async function leaseStack(
  deps: LeaseDeps,
  job: ReconcileJob,
  id: string,
): Promise<HeldLease | undefined> {
  const key: StackKey = { tenant: job.tenant, stack: job.stack };
  const ask = { tenant: key.tenant, key: leaseKeys.run(key.stack), job: id };
  let lease = await acquireLease(deps, ask);
  if (lease === undefined) {
    await askAgain(deps, key, job);
    // The other run may have ended before it could see the request.
    lease = await acquireLease(deps, ask);
  }
  if (lease === undefined) return undefined;
  const { release } = lease;
  return {
    ...lease,
    async release() {
      await release();
      await passOn(deps, key);
    },
  };
}

async function askAgain(
  { store: { claims }, now }: LeaseDeps,
  key: StackKey,
  job: ReconcileJob,
): Promise<void> {
  const before = await claims.get(key.tenant, claimKeys.runAgain(key.stack));
  const cause = weightier(before?.value.cause, job.cause);
  const at = now();
  const until = shiftTime(at, week);
  await claims.put(key.tenant, claimKeys.runAgain(key.stack), { value: { cause, at }, until });
}

/**
 * The cause that counts for a combined job: what a person asked for runs in any case, and a
 * confirming run checks everything that is open.
 */
function weightier(
  before: ReconcileJob['cause'] | undefined,
  cause: ReconcileJob['cause'],
): ReconcileJob['cause'] {
  const heavy = (['person', 'confirm'] as const).find((one) => one === before || one === cause);
  return heavy ?? cause;
}

async function passOn({ store }: LeaseDeps, key: StackKey): Promise<void> {
  const again = await store.claims.get(key.tenant, claimKeys.runAgain(key.stack));
  if (again === undefined) return;
  const cause = weightier(again.value.cause, 'events');
  const job = { ...key, cause, until: again.value.at } as const;
  await store.outbox.put([{ queue: 'reconcile', job }]);
  // Keeps a newer request that arrived in the meantime, which this job does not cover.
  await store.claims.drop(key.tenant, claimKeys.runAgain(key.stack), again.value);
}
