import type { JsonObject } from '../../model/json.ts';
import type { StackKey } from '../ports/stack-key.ts';
import type { Mark } from '../ports/store.ts';
import type { ReconcileDeps, ReconcileJob } from './deps.ts';

type TurnDeps = Pick<ReconcileDeps, 'store' | 'now' | 'id'>;

/** Milliseconds that a turn lasts without a sign of life, and between two signs. */
const lease = 120_000;
const beat = 30_000;
const week = 7 * 86_400_000;

/**
 * One run of a stack at a time, over all workers. Undefined when another one is on: then a further
 * job follows it, since it may have begun too early to see what this one is for.
 */
export async function takeTurn(
  deps: TurnDeps,
  job: ReconcileJob,
): Promise<{ release(): Promise<void> } | undefined> {
  const key: StackKey = { tenant: job.tenant, stack: job.stack };
  const { marks } = deps.store;
  const holder = deps.id();
  const mark = (): Mark => ({ value: { holder, job: nameOf(job) }, until: later(deps, lease) });
  const take = () => marks.take(key.tenant, turnKey(key), mark());
  if (!(await take())) {
    if (await isAbandoned(deps, key, job)) await marks.drop(key.tenant, turnKey(key));
    else await askAgain(deps, key, job);
    if (!(await take())) return undefined;
  }
  let beating: Promise<void> = Promise.resolve();
  const timer = setInterval(() => {
    beating = marks.put(key.tenant, turnKey(key), mark()).catch(() => undefined);
  }, beat);
  timer.unref();
  return {
    async release() {
      clearInterval(timer);
      // One that is on its way would bring back what is dropped now.
      await beating;
      const held = await marks.get(key.tenant, turnKey(key));
      if (held?.value['holder'] === holder) await marks.drop(key.tenant, turnKey(key));
      await passOn(deps, key);
    },
  };
}

function turnKey({ stack }: StackKey): string {
  return `turn ${stack}`;
}

function againKey({ stack }: StackKey): string {
  return `again ${stack}`;
}

/** The queue gives a job to one worker: whoever has it now, the one who had it is gone. */
async function isAbandoned(
  { store, now }: TurnDeps,
  key: StackKey,
  job: ReconcileJob,
): Promise<boolean> {
  const held = await store.marks.get(key.tenant, turnKey(key));
  if (held === undefined) return true;
  return held.value['job'] === nameOf(job) || Date.parse(held.until) < Date.parse(now());
}

async function askAgain(deps: TurnDeps, key: StackKey, job: ReconcileJob): Promise<void> {
  const { marks } = deps.store;
  const before = await marks.get(key.tenant, againKey(key));
  // What a person asked for is run in any case.
  const cause = before?.value['cause'] === 'person' ? 'person' : job.cause;
  const value: JsonObject = { cause, at: deps.now() };
  await marks.put(key.tenant, againKey(key), { value, until: later(deps, week) });
}

async function passOn({ store }: TurnDeps, key: StackKey): Promise<void> {
  const again = await store.marks.get(key.tenant, againKey(key));
  if (again === undefined) return;
  const cause = again.value['cause'] === 'person' ? 'person' : 'events';
  const job = { ...key, cause, until: String(again.value['at']) } as const;
  await store.outbox.put([{ queue: 'reconcile', job }]);
  await store.marks.drop(key.tenant, againKey(key));
}

/** What makes two jobs one in the queue. */
function nameOf({ revision = '', until = '' }: ReconcileJob): string {
  return `${revision} ${until}`;
}

function later({ now }: TurnDeps, milliseconds: number): string {
  return new Date(Date.parse(now()) + milliseconds).toISOString();
}
