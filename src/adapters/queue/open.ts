import { fail, ok, type Problem, type Result } from '../../model/result.ts';
import { scrubText } from '../../model/scrub.ts';
import { type JobDefinition, type Jobs, jobDefinitions, type QueueName } from '../../ports/jobs.ts';
import type { Backend, OnQueueError } from './backend.ts';
import type { QueueLocation } from './location.ts';
import { pauseStrategy } from './pause.ts';
import { createQueue } from './queue.ts';
import type { Handler, JobQueue, Queues, QueueWorkOptions, Worker } from './types.ts';
import { createProcess, createWorker } from './worker.ts';

export interface QueueOpenOptions {
  /** Called for connections that break; they are restored without its help. */
  readonly report: (problem: Problem) => void;
  /** Separates the queues from others in the same place; `parley` by default. */
  readonly namespace?: string;
  /** Milliseconds before a second attempt, instead of those of the queues. */
  readonly pause?: number;
}

/** Connects to the place of the queues and brings its tables up to date. */
export async function openQueues(
  location: QueueLocation,
  options: QueueOpenOptions,
): Promise<Result<Queues>> {
  const report: OnQueueError = (error) => options.report(broken(error));
  try {
    return ok(createQueues(await openBackend(location, report), options));
  } catch (error) {
    return fail(notOpened(location, error));
  }
}

async function openBackend(location: QueueLocation, report: OnQueueError): Promise<Backend> {
  if (location.kind === 'redis') {
    const { openRedis } = await import('./redis.ts');
    return openRedis(location.url, report);
  }
  const { openPostgres, openEmbedded } = await import('./postgres.ts');
  return location.kind === 'server'
    ? openPostgres(location.url, report)
    : openEmbedded(location.pool, report);
}

function createQueues(backend: Backend, options: QueueOpenOptions): Queues {
  const { namespace = 'parley', pause } = options;
  const closers: (() => Promise<void>)[] = [];
  const opened = new Map<QueueName, unknown>();
  const workers: Worker[] = [];

  function open<N extends QueueName>(name: N): JobQueue<Jobs[N]> {
    const bull = backend.queue(`${namespace}-${name}`);
    closers.push(() => bull.close());
    const definition = jobDefinitions[name];
    return createQueue(name, pause === undefined ? definition : { ...definition, pause }, bull);
  }

  function queue<N extends QueueName>(name: N): JobQueue<Jobs[N]> {
    const known = opened.get(name);
    // The map holds under each name the queue that was made for it.
    if (known !== undefined) return known as JobQueue<Jobs[N]>;
    const made = open(name);
    opened.set(name, made);
    return made;
  }

  function work<N extends QueueName>(
    name: N,
    handler: Handler<Jobs[N]>,
    given: QueueWorkOptions<Jobs[N]> = {},
  ): Worker {
    const { concurrency = 1, timeout = 30_000, lease = 30_000, losses = 3 } = given;
    const stop = new AbortController();
    const definition: JobDefinition<Jobs[N]> = jobDefinitions[name];
    const process = createProcess(name, definition, handler, given, stop.signal);
    const bull = backend.worker(`${namespace}-${name}`, process, {
      concurrency,
      lockDuration: lease,
      stalledInterval: lease,
      maxStalledCount: losses,
      settings: { backoffStrategy: pauseStrategy },
    });
    const worker = createWorker(bull, stop, timeout);
    workers.push(worker);
    return worker;
  }

  return {
    queue,
    work,
    async close() {
      await Promise.all(workers.map((worker) => worker.close()));
      for (const close of closers) await close();
      await backend.close();
    },
  };
}

function broken(error: Error): Problem {
  return {
    code: 'queue-connection',
    message: `The connection to the queue has a problem: ${scrubText(error.message)}.`,
  };
}

function notOpened(location: QueueLocation, error: unknown): Problem {
  const why = scrubText(error instanceof Error ? error.message : String(error));
  const hint =
    location.kind === 'embedded'
      ? 'Check that the store is open and that the disk has room.'
      : 'Check that the server runs and that the URL of the queue is right.';
  return { code: 'queue-not-opened', message: `The queue cannot be opened: ${why}.`, hint };
}
