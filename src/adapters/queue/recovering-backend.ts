import { EventEmitter } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type BackendFactory,
  PostgresConnection,
  type PostgresConnectionOptions,
  PostgresQueueBackend,
} from 'bullmq';

/** Milliseconds between attempts to fetch a job while the server cannot be reached. */
export const fetchPause = 1000;

/**
 * BullMQ's backend for PostgreSQL, with three repairs for a server that goes away. Without them a
 * worker that loses the server at a bad moment repeats the same error without a pause, so that
 * nothing else in the process runs, and never works again.
 */
export const createRecoveringBackend: BackendFactory<
  PostgresQueueBackend,
  PostgresConnectionOptions
> = (name, opts) => new RecoveringBackend(new RecoveringConnection(opts.connection), name, opts);

/** BullMQ keeps the outcome of the first attempt to connect, also if it failed. */
class RecoveringConnection extends PostgresConnection {
  #ready: Promise<void> | undefined;

  override waitUntilReady(): Promise<void> {
    this.#ready ??= this.#connect();
    return this.#ready;
  }

  /** Whoever opens the queues has migrated the tables, so only the server is checked. */
  async #connect(): Promise<void> {
    try {
      await this.pool.query('select 1');
    } catch (error) {
      this.#ready = undefined;
      throw error;
    }
  }
}

class RecoveringBackend extends PostgresQueueBackend {
  override waitUntilReady(): Promise<void> {
    return this.connection.waitUntilReady();
  }

  /** BullMQ fetches again immediately after every error but a refused connection. */
  override async moveToActive(
    token: string,
    name?: string,
  ): ReturnType<PostgresQueueBackend['moveToActive']> {
    try {
      return await super.moveToActive(token, name);
    } catch (error) {
      await sleep(fetchPause);
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
