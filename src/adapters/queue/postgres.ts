import { type PgPool, Queue, runMigrations, Worker } from 'bullmq';
import type { Pool } from 'pg';
import type { PglitePool } from '../store/pglite-pool.ts';
import { openServerPool } from '../store/server-pool.ts';
import type { Backend, OnQueueError } from './backend.ts';
import { createPostgresQueueBackend } from './postgres-backend.ts';
import { createRecoveringQueue, createRecoveringWorker, retryPause } from './recovering.ts';

/** Each worker keeps a connection to listen on; the others are for queries that run meanwhile. */
const connections = 16;

/** Throws if there is no server. It has to be PostgreSQL itself: poolers lose notifications. */
export async function openPostgres(url: string, report: OnQueueError): Promise<Backend> {
  const setUp = 'set search_path to bullmq, public';
  const pool = await openServerPool(url, { max: connections, setUp }, report);
  pool.setMaxListeners(0);
  // BullMQ takes a pool of `pg`, whose own types only declare the listeners differently.
  const shared = pool as unknown as PgPool;
  try {
    await migrate(shared);
  } catch (error) {
    await pool.end();
    throw error;
  }
  return createBackend(shared, report, () => pool.end(), createSchedulesLock(pool));
}

/** Runs `work` while no other process does. */
type Lock = <T>(work: () => Promise<T>) => Promise<T>;

/**
 * BullMQ reads a schedule before it writes it, so that processes that set the same one at the same
 * time would block each other, fail, or leave one more job behind.
 */
function createSchedulesLock(pool: Pool): Lock {
  const key = `hashtext('parley schedules')`;
  return async (work) => {
    const client = await pool.connect();
    // A connection that is closed has no lock any more.
    let mustClose = true;
    try {
      await client.query(`select pg_advisory_lock(${key})`);
      const result = await work();
      await client.query(`select pg_advisory_unlock(${key})`);
      mustClose = false;
      return result;
    } finally {
      client.release(mustClose);
    }
  };
}

/**
 * Uses the one session of the store, which stays open and has to find the store's own tables first.
 */
export async function openEmbedded(pool: PglitePool, report: OnQueueError): Promise<Backend> {
  pool.setMaxListeners(0);
  await migrate(pool);
  await pool.query('set search_path to public, bullmq');
  // Its one session does one thing after another.
  return createBackend(
    pool,
    report,
    async () => undefined,
    (work) => work(),
  );
}

async function migrate(pool: PgPool): Promise<void> {
  const client = await pool.connect();
  try {
    await runMigrations(client);
  } finally {
    client.release();
  }
}

function createBackend(
  connection: PgPool,
  report: OnQueueError,
  close: () => Promise<void>,
  lockSchedules: Lock,
): Backend {
  return {
    queue(name) {
      const queue = createRecoveringQueue(() =>
        new Queue(name, { connection }, createPostgresQueueBackend).on('error', report),
      );
      return {
        ...queue,
        upsertJobScheduler: (...args) => lockSchedules(() => queue.upsertJobScheduler(...args)),
      };
    },
    worker(name, process, options) {
      const all = { ...options, connection, runRetryDelay: retryPause, autorun: false };
      return createRecoveringWorker(
        () => new Worker(name, process, all, createPostgresQueueBackend).on('error', report),
        report,
      );
    },
    close,
  };
}
