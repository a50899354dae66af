import type { z } from 'zod';
import type { ServiceStore } from '../../ports/store/service-store.ts';
import type { Lease } from '../../ports/store/state/schemas.ts';
import type { State, StateKey } from '../../ports/store/state/types.ts';

/**
 * Milliseconds that a lease lasts without a sign of life, and between two signs: little longer than a
 * job lasts in the queue, and more than clocks of machines differ.
 */
const term = 45_000;
const beat = 9_000;

type LeaseValue = z.output<typeof Lease>;

export interface LeaseDeps {
  readonly store: Pick<ServiceStore, 'leases'>;
  /** ISO 8601 UTC with milliseconds. */
  readonly now: () => string;
}

/** What is done by one at a time, over all workers. */
export interface LeaseRequest {
  readonly tenant: string;
  readonly key: StateKey<'lease', LeaseValue>;
  /** A name that the queue gives to one worker at a time: whoever comes with it again, the one who had it is gone. */
  readonly job: string;
}

export interface HeldLease {
  /** When the one had begun who lost it, ISO 8601 UTC; undefined where nobody did. */
  readonly lost?: string;
  release(): Promise<void>;
}

/** Undefined while another one has it. One that gives no sign of life any more has lost it. */
export async function acquireLease(
  { store: { leases }, now }: LeaseDeps,
  { tenant, key, job }: LeaseRequest,
): Promise<HeldLease | undefined> {
  const value: LeaseValue = { job, since: now() };
  const lease = (): State<LeaseValue> => ({
    value,
    until: new Date(Date.parse(now()) + term).toISOString(),
  });
  let lost: string | undefined;
  if (!(await leases.take(tenant, key, lease()))) {
    const held = await leases.get(tenant, key);
    const isOn = held !== undefined && held.value.job !== job && held.until >= now();
    if (isOn) return undefined;
    if (held !== undefined) await leases.drop(tenant, key, held.value);
    if (!(await leases.take(tenant, key, lease()))) return undefined;
    if (held !== undefined) lost = held.value.since;
  }
  const timer = setInterval(() => {
    // The lease stands some that fail.
    leases.renew(tenant, key, lease()).catch(() => undefined);
  }, beat);
  timer.unref();
  return {
    ...(lost === undefined ? {} : { lost }),
    async release() {
      clearInterval(timer);
      await leases.drop(tenant, key, value);
    },
  };
}
