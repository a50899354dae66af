import type { StackKey } from '../../ports/store/stack-key.ts';
import { claimKeys, leaseKeys } from '../../ports/store/state/keys.ts';
import { acquireLease, type HeldLease } from '../lease/lease.ts';
import type { ReconcileDeps, ReconcileJob } from './deps.ts';

type LeaseDeps = Pick<ReconcileDeps, 'store' | 'now'>;

const week = 7 * 86_400_000;

/**
 * One run of a stack at a time. Undefined when another one is on: then a further job follows it, since
 * it may have begun too early to see what this one is for. `id` is that of the job in the queue:
 * those of a schedule are alike in all the rest.
 */
export async function takeStack(
  deps: LeaseDeps,
  job: ReconcileJob,
  id: string,
): Promise<HeldLease | undefined> {
  const key: StackKey = { tenant: job.tenant, stack: job.stack };
  const ask = { tenant: key.tenant, key: leaseKeys.run(key.stack), job: id };
  let lease = await acquireLease(deps, ask);
  if (lease === undefined) {
    await askAgain(deps, key, job);
    // The other one may have ended before it could learn of this.
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
  const until = new Date(Date.parse(at) + week).toISOString();
  await claims.put(key.tenant, claimKeys.runAgain(key.stack), { value: { cause, at }, until });
}

/** What a person asked for is run in any case, and what is to confirm looks at all that is open. */
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
  // Requests that came meanwhile are not handled yet.
  await store.claims.drop(key.tenant, claimKeys.runAgain(key.stack), again.value);
}
