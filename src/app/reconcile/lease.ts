import type { JsonObject } from '../../model/json.ts';
import type { StackKey } from '../../ports/store/stack-key.ts';
import { acquireLease, type Turn } from '../lease/lease.ts';
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
): Promise<Turn | undefined> {
  const key: StackKey = { tenant: job.tenant, stack: job.stack };
  const ask = { tenant: key.tenant, key: `turn ${key.stack}`, job: id };
  let turn = await acquireLease(deps, ask);
  if (turn === undefined) {
    await askAgain(deps, key, job);
    // The other one may have ended before it could hear of this.
    turn = await acquireLease(deps, ask);
  }
  if (turn === undefined) return undefined;
  const { release } = turn;
  return {
    ...turn,
    async release() {
      await release();
      await passOn(deps, key);
    },
  };
}

function againKey({ stack }: StackKey): string {
  return `again ${stack}`;
}

async function askAgain(
  { store: { marks }, now }: LeaseDeps,
  key: StackKey,
  job: ReconcileJob,
): Promise<void> {
  const before = await marks.get(key.tenant, againKey(key));
  const cause = weightier(before?.value['cause'], job.cause);
  const at = now();
  const value: JsonObject = { cause, at };
  const until = new Date(Date.parse(at) + week).toISOString();
  await marks.put(key.tenant, againKey(key), { value, until });
}

/** What a person asked for is run in any case, and what is to confirm looks at all that is open. */
function weightier(before: unknown, cause: ReconcileJob['cause']): ReconcileJob['cause'] {
  const heavy = (['person', 'confirm'] as const).find((one) => one === before || one === cause);
  return heavy ?? cause;
}

async function passOn({ store }: LeaseDeps, key: StackKey): Promise<void> {
  const again = await store.marks.get(key.tenant, againKey(key));
  if (again === undefined) return;
  const cause = weightier(again.value['cause'], 'events');
  const job = { ...key, cause, until: String(again.value['at']) } as const;
  await store.outbox.put([{ queue: 'reconcile', job }]);
  // Who asked meanwhile is not heard yet.
  await store.marks.drop(key.tenant, againKey(key), again.value);
}
