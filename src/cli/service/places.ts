import { fail, ok, type Problem, type Result } from '../../model/result.ts';
import { type QueueLocation, queueLocation } from '../../queue/location.ts';
import { openQueues } from '../../queue/open.ts';
import type { Queues } from '../../queue/types.ts';
import type { ServiceStore } from '../../service/ports/store.ts';
import { openServiceStore } from '../../store/open-service.ts';
import type { PglitePool } from '../../store/pglite-pool.ts';
import type { Log } from '../../telemetry/log.ts';
import { problemFields } from './observe.ts';
import type { ServiceSettings } from './settings.ts';

/** The store and the queues, open. */
export interface Places {
  readonly store: ServiceStore;
  readonly queues: Queues;
  /** Queues first: with a folder they are on the session of the store. */
  close(): Promise<void>;
}

/** Milliseconds to wait for another process that has the folder open. */
const patience = 10_000;

export async function openPlaces(
  { store: location, queue }: Pick<ServiceSettings, 'store' | 'queue'>,
  log: Log,
): Promise<Result<Places>> {
  const opened = await openServiceStore(location, { patience });
  if (!opened.ok) return opened;
  const { store, pool } = opened.value;
  const queues = await openQueuesAt(queue, pool, log);
  if (!queues.ok) {
    await store.close();
    return queues;
  }
  return ok({
    store,
    queues: queues.value,
    async close() {
      await queues.value.close();
      await store.close();
    },
  });
}

async function openQueuesAt(
  url: string | undefined,
  pool: PglitePool | undefined,
  log: Log,
): Promise<Result<Queues>> {
  const location = placeOf(url, pool);
  if (!location.ok) return location;
  return openQueues(location.value, {
    report: (problem) => log.warn('queue', problemFields(problem)),
  });
}

function placeOf(url: string | undefined, pool: PglitePool | undefined): Result<QueueLocation> {
  if (pool === undefined && url === undefined) return fail(noPlace);
  if (pool !== undefined) return queueLocation(url, () => pool);
  return queueLocation(url, () => {
    throw new Error('a server has no session to share');
  });
}

const noPlace: Problem = {
  code: 'no-queue',
  message: 'There is no place for the queue.',
  hint: 'Set PARLEY_QUEUE to redis://... or postgres://...',
};
