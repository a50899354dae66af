import type { z } from 'zod';
import { shiftTime } from '../../model/instant.ts';
import type { ServiceStore } from '../../ports/store/service-store.ts';
import type { Lease } from '../../ports/store/state/schemas.ts';
import type { State, StateKey } from '../../ports/store/state/types.ts';

/**
 * Milliseconds that a lease lasts without renewal, and between two renewals. The term is slightly
 * longer than a job is reserved in the queue, and longer than the clocks of machines differ.
 */
const term = 45_000;
const beat = 9_000;

type LeaseValue = z.output<typeof Lease>;

export interface LeaseDeps {
  readonly store: Pick<ServiceStore, 'leases'>;
  /** ISO 8601 UTC with milliseconds. */
  readonly now: () => string;
}

/** Work that only one worker at a time does. */
export interface LeaseRequest {
  readonly tenant: string;
  readonly key: StateKey<'lease', LeaseValue>;
  /**
   * A name that the queue gives to only one worker at a time. A request under the name of the
   * current holder shows that the holder is gone.
   */
  readonly job: string;
}

export interface HeldLease {
  /**
   * When the previous holder began, if it lost the lease. ISO 8601 UTC; undefined where nobody lost
   * it.
   */
  readonly lost?: string;
  release(): Promise<void>;
}

/**
 * Undefined while another one holds the lease. A holder that does not renew it in time has lost it.
 */
export async function acquireLease(
  { store: { leases }, now }: LeaseDeps,
  { tenant, key, job }: LeaseRequest,
): Promise<HeldLease | undefined> {
  const value: LeaseValue = { job, since: now() };
  const lease = (): State<LeaseValue> => ({
    value,
    until: shiftTime(now(), term),
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
    // The lease outlasts a few failed renewals.
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
