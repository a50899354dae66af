import type { JsonObject } from '../../model/json.ts';
import type { Mark, ServiceStore } from '../../ports/store/service-store.ts';

/** Milliseconds that a turn lasts without a sign of life, and between two signs. */
const lease = 120_000;
const beat = 30_000;

export interface LeaseDeps {
  readonly store: Pick<ServiceStore, 'marks'>;
  /** ISO 8601 UTC with milliseconds. */
  readonly now: () => string;
}

/** What is done by one at a time, over all workers. */
export interface LeaseRequest {
  readonly tenant: string;
  /** Of the mark. */
  readonly key: string;
  /** A name that the queue gives to one worker at a time: whoever comes with it again, the one who had it is gone. */
  readonly job: string;
}

export interface Turn {
  /** When the one had begun who lost it, ISO 8601 UTC; undefined where nobody did. */
  readonly lost?: string;
  release(): Promise<void>;
}

/** Undefined while another one has it. One that gives no sign of life any more has lost it. */
export async function acquireLease(
  { store: { marks }, now }: LeaseDeps,
  { tenant, key, job }: LeaseRequest,
): Promise<Turn | undefined> {
  const value: JsonObject = { job, since: now() };
  const mark = (): Mark => ({
    value,
    until: new Date(Date.parse(now()) + lease).toISOString(),
  });
  let lost: string | undefined;
  if (!(await marks.take(tenant, key, mark()))) {
    const held = await marks.get(tenant, key);
    const isOn = held !== undefined && held.value['job'] !== job && held.until >= now();
    if (isOn) return undefined;
    if (held !== undefined) await marks.drop(tenant, key, held.value);
    if (!(await marks.take(tenant, key, mark()))) return undefined;
    if (held !== undefined) lost = String(held.value['since']);
  }
  const timer = setInterval(() => {
    // The lease stands some that fail.
    marks.renew(tenant, key, mark()).catch(() => undefined);
  }, beat);
  timer.unref();
  return {
    ...(lost === undefined ? {} : { lost }),
    async release() {
      clearInterval(timer);
      await marks.drop(tenant, key, value);
    },
  };
}
