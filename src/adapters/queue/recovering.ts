import { setTimeout as sleep } from 'node:timers/promises';
import type { Queue, Worker } from 'bullmq';
import type { BullQueue, BullWorker, OnQueueError } from './backend.ts';

type StartedWorker = Pick<Worker, 'waitUntilReady' | 'run' | 'close'>;
type StartedQueue = BullQueue & Pick<Queue, 'waitUntilReady'>;

/** Milliseconds between attempts while the server cannot be reached. */
export const retryPause = 1000;

/**
 * A worker that is replaced until one has connected. BullMQ remembers that a worker's first
 * connection failed, and such a worker never works, not even when the server is back. `create` must
 * set `autorun: false`.
 */
export function createRecoveringWorker(
  create: () => StartedWorker,
  report: OnQueueError,
): BullWorker {
  const stop = new AbortController();
  let worker = create();
  let isRunning = false;
  const begin = async (): Promise<void> => {
    while (!stop.signal.aborted) {
      const current = worker;
      try {
        await current.waitUntilReady();
        if (stop.signal.aborted) return;
        isRunning = true;
        await current.run();
        return;
      } catch (error) {
        isRunning = false;
        if (stop.signal.aborted) return;
        report(errorOf(error));
        drop(current);
        await sleep(retryPause, undefined, { signal: stop.signal }).catch(() => undefined);
        if (stop.signal.aborted) return;
        worker = create();
      }
    }
  };
  void begin();
  return {
    async close() {
      stop.abort();
      // One without a connection does nothing, and its end may wait for the server.
      if (isRunning) await worker.close();
      else drop(worker);
    },
  };
}

function drop(unused: Pick<StartedWorker, 'close'>): void {
  void unused.close(true).catch(() => undefined);
}

/**
 * A queue that is made again when it is next used after its first connection failed, for the same
 * reason.
 */
export function createRecoveringQueue(create: () => StartedQueue): BullQueue {
  let queue: StartedQueue | undefined = create();
  const ready = async (): Promise<StartedQueue> => {
    queue ??= create();
    const current = queue;
    try {
      await current.waitUntilReady();
      return current;
    } catch (error) {
      if (queue === current) queue = undefined;
      void current.close().catch(() => undefined);
      throw error;
    }
  };
  return {
    add: async (...args) => (await ready()).add(...args),
    getJob: async (...args) => (await ready()).getJob(...args),
    getFailed: async (...args) => (await ready()).getFailed(...args),
    getJobCounts: async (...args) => (await ready()).getJobCounts(...args),
    upsertJobScheduler: async (...args) => (await ready()).upsertJobScheduler(...args),
    removeJobScheduler: async (...args) => (await ready()).removeJobScheduler(...args),
    getJobSchedulers: async (...args) => (await ready()).getJobSchedulers(...args),
    close: async () => queue?.close(),
  };
}

function errorOf(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
