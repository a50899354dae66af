import { type QueueLocation, queueLocation } from '../../adapters/queue/location.ts';
import { openQueues } from '../../adapters/queue/open.ts';
import type { Queues } from '../../adapters/queue/types.ts';
import { isServerUrl, serverHost } from '../../adapters/store/location.ts';
import { type OpenServiceOptions, openServiceStore } from '../../adapters/store/open-service.ts';
import type { PglitePool } from '../../adapters/store/pglite-pool.ts';
import type { Log } from '../../adapters/telemetry/log.ts';
import type { ServiceSettings } from '../../app/stack/settings.ts';
import { fail, ok, type Problem, type Result } from '../../model/result.ts';
import type { ServiceStore } from '../../ports/store/service-store.ts';
import { problemFields } from './observe.ts';

/** The open store and queues. */
export interface ServicePlaces {
  readonly store: ServiceStore;
  readonly queues: Queues;
  /** Closes the queues first, since with a folder they use the store's session. */
  close(): Promise<void>;
}

/** Milliseconds to wait for another process that has the folder open. */
const timeout = 10_000;

export async function openServicePlaces(
  { store: location, queue }: Pick<ServiceSettings, 'store' | 'queue'>,
  log: Log,
  options: Pick<OpenServiceOptions, 'inMemory'> = {},
): Promise<Result<ServicePlaces>> {
  const isStore = location.kind === 'server' && location.url === queue;
  if (queue !== undefined && !isStore && !isServerUrl(queue)) return fail(noUrl);
  const opened = await openServiceStore(location, { ...options, timeout });
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
  const opened = await openQueues(location.value, {
    report: (problem) => log.warn('queue', problemFields(problem)),
  });
  return opened.ok || url === undefined ? opened : fail(away(url, opened.error));
}

/** Names the server without user and password, because its own message often does not. */
function away(url: string, problem: Problem): Problem {
  const kind = url.startsWith('redis') ? 'Redis' : 'PostgreSQL';
  const hint = `Check that ${kind} runs on ${serverHost(url)} and that the URL is right: PARLEY_QUEUE, or places.queue of the service.`;
  // The messages of Redis already end in a period.
  return { ...problem, message: problem.message.replace(/\.+$/, '.'), hint };
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

/** Quotes nothing, since the text may contain a password. */
const noUrl: Problem = {
  code: 'queue-url-unknown',
  message: 'The URL of the queue cannot be read.',
  hint: 'Write redis://:PASSWORD@HOST:6379 or postgres://USER:PASSWORD@HOST/DATABASE, with special characters of the password percent-encoded.',
};
