import { Queue, Worker } from 'bullmq';
import type { Backend, OnQueueError } from './backend.ts';
import { createRecoveringQueue, createRecoveringWorker, retryPause } from './recovering.ts';
import { RedisClient } from './redis-client.ts';

const prefix = 'parley';

/** Throws if there is no server. */
export async function openRedis(url: string, report: OnQueueError): Promise<Backend> {
  const adding = await connect(url);
  adding.on('error', report);
  // Workers wait for a lost server as long as it takes; adding a job fails after some attempts.
  const working = adding.duplicate({ maxRetriesPerRequest: null });
  working.on('error', report);
  return {
    queue: (name) =>
      createRecoveringQueue(() =>
        new Queue(name, { connection: adding, prefix }).on('error', report),
      ),
    worker(name, process, options) {
      const own = { connection: working, prefix, runRetryDelay: retryPause, autorun: false };
      return createRecoveringWorker(
        () => new Worker(name, process, { ...options, ...own }).on('error', report),
        report,
      );
    },
    async close() {
      working.disconnect();
      // Without a connection there is nobody to say goodbye to.
      if (adding.status === 'ready') await adding.quit();
      else adding.disconnect();
    },
  };
}

async function connect(url: string): Promise<RedisClient> {
  const connection = new RedisClient(url, { lazyConnect: true });
  let reason: Error | undefined;
  const remember = (error: Error): void => {
    reason = error;
  };
  connection.on('error', remember);
  try {
    await connection.connect();
  } catch (error) {
    connection.disconnect();
    // The error of `connect` says only that there is no connection.
    throw reason ?? error;
  }
  connection.off('error', remember);
  return connection;
}
