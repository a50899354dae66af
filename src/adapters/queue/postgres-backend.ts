import { EventEmitter } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type BackendFactory,
  PostgresConnection,
  type PostgresConnectionOptions,
  PostgresQueueBackend,
} from 'bullmq';
import { retryPause } from './recovering.ts';

/** BullMQ's backend for PostgreSQL, with two repairs for a server that goes away. */
export const createPostgresQueueBackend: BackendFactory<
  PostgresQueueBackend,
  PostgresConnectionOptions
> = (name, opts) => new RecoveringBackend(new PostgresConnection(opts.connection), name, opts);

class RecoveringBackend extends PostgresQueueBackend {
  /**
   * BullMQ fetches again immediately after every error but a refused connection, so that nothing
   * else in the process may run.
   */
  override async moveToActive(
    token: string,
    name?: string,
  ): ReturnType<PostgresQueueBackend['moveToActive']> {
    try {
      return await super.moveToActive(token, name);
    } catch (error) {
      await sleep(retryPause);
      throw error;
    }
  }

  /**
   * BullMQ replaces the listening connection when it reports an error, and misses one that comes
   * before it listens for errors.
   */
  override async waitForJob(blockTimeout: number): ReturnType<PostgresQueueBackend['waitForJob']> {
    const client = await this.connection.getListenClient();
    try {
      return await super.waitForJob(blockTimeout);
    } catch (error) {
      if (client instanceof EventEmitter) client.emit('error', error);
      throw error;
    }
  }
}
