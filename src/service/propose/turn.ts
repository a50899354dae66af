import type { Jobs } from '../../queue/jobs.ts';
import type { Mark } from '../ports/store.ts';
import type { ProposeDeps } from './deps.ts';

/** Milliseconds that a turn lasts without a sign of life, and between two signs. */
const lease = 120_000;
const beat = 30_000;

export interface Turn {
  release(): Promise<void>;
}

/**
 * One job of a stack at a time, over all workers: two that look whether a word was said already
 * would both say it. Undefined while another one is on, which looks for a later run when it ends.
 */
export async function takeTurn(
  { store: { marks }, now }: Pick<ProposeDeps, 'store' | 'now'>,
  { tenant, stack, run }: Jobs['propose'],
): Promise<Turn | undefined> {
  const key = `propose ${stack}`;
  const mark = (): Mark => ({
    value: { run },
    until: new Date(Date.parse(now()) + lease).toISOString(),
  });
  if (!(await marks.take(tenant, key, mark()))) {
    const held = await marks.get(tenant, key);
    // The queue gives a job to one worker: whoever has it now, the one who had it is gone.
    const isAbandoned = held === undefined || held.value['run'] === run || held.until < now();
    if (!isAbandoned) return undefined;
    await marks.put(tenant, key, mark());
  }
  const timer = setInterval(() => {
    marks.put(tenant, key, mark()).catch(() => undefined);
  }, beat);
  timer.unref();
  return {
    async release() {
      clearInterval(timer);
      const held = await marks.get(tenant, key);
      if (held?.value['run'] === run) await marks.drop(tenant, key);
    },
  };
}
