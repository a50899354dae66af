import { mkdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { PGlite } from '@electric-sql/pglite';
import { Kysely, PostgresDialect, type PostgresPool, sql } from 'kysely';
import { fail, ok, type Problem, type Result } from '../../model/result.ts';
import { scrubText } from '../../model/scrub.ts';
import {
  dataFolder,
  hasDatabase,
  isServerUrl,
  type StoreLocation,
  serverHost,
} from './location.ts';
import { acquireLock, type Held } from './lock.ts';
import { migrateUp } from './migrate.ts';
import { createDatabase, openDatabaseIn } from './pglite.ts';
import { createPglitePool, type PglitePool } from './pglite-pool.ts';
import { openServerPool } from './server-pool.ts';
import type { Tables } from './tables.ts';

export interface DatabaseOptions {
  /** Milliseconds to wait for another process that has the folder open. */
  readonly timeout: number;
  /** Most connections to a server. */
  readonly connections: number;
  /** Keeps the database of a folder in memory only: it is new, and gone with the process. */
  readonly inMemory?: boolean;
}

/** A database whose tables are up to date. */
export interface Database {
  readonly db: Kysely<Tables>;
  /** The one session of a folder, which the queue shares. */
  readonly pool?: PglitePool;
  /** Ends the connections, and lets other processes open the folder. */
  close(): Promise<void>;
}

/** Connects, makes a database if the folder has none, and brings its tables up to date. */
export function openDatabase(
  location: StoreLocation,
  options: DatabaseOptions,
): Promise<Result<Database>> {
  return location.kind === 'server'
    ? openServer(location.url, options)
    : openFolder(location.path, options);
}

async function openServer(
  url: string,
  { connections }: DatabaseOptions,
): Promise<Result<Database>> {
  if (!/^postgres(?:ql)?:\/\//.test(url) || !isServerUrl(url)) return fail(noServer);
  // JIT compilation takes 30 ms and more for queries that take ten without it. Poolers refuse the
  // setting as a start parameter.
  const setUp = 'set jit = off';
  const pool = await openServerPool(url, { max: connections, setUp }, () => undefined);
  return start(pool, async () => undefined, unreachable(url));
}

async function openFolder(
  folder: string,
  { timeout, inMemory = false }: DatabaseOptions,
): Promise<Result<Database>> {
  const path = join(folder, dataFolder);
  const problem = (why: string): Problem => ({
    code: 'store-not-opened',
    message: `The store cannot be opened: ${why}.`,
    place: { file: path },
    hint: 'Check that you may write there; or move it away and run `parley init` to start afresh.',
  });
  let lock: Result<Held> | undefined;
  try {
    await mkdir(folder, { recursive: true });
    lock = await acquireLock(`${path}.lock`, { timeout, sleep });
    if (!lock.ok) return lock;
    const pool = createPglitePool(inMemory ? await createDatabase() : await openData(path));
    const started = await start(pool, lock.value.release, problem);
    if (!started.ok) return started;
    const { db, close } = started.value;
    // The queue has tables on the same session, and changes its search path while it makes them.
    return ok({ db: db.withSchema('public'), pool, close });
  } catch (error) {
    if (lock?.ok) await lock.value.release();
    return fail(problem(messageOf(error)));
  }
}

/**
 * A new database gets its name only when it is complete: half of one could never be opened again.
 */
async function openData(path: string): Promise<PGlite> {
  const isThere = await hasDatabase(dirname(path));
  if (!isThere) {
    const making = `${path}.new`;
    await rm(making, { recursive: true, force: true });
    await (await createDatabase({ path: making })).close();
    await rename(making, path);
  }
  return openDatabaseIn(path);
}

async function start(
  pool: PostgresPool,
  closed: () => Promise<void>,
  problem: (why: string) => Problem,
): Promise<Result<Database>> {
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  const close = async (): Promise<void> => {
    await db.destroy();
    await closed();
  };
  try {
    await sql`select 1`.execute(db);
    const migrated = await migrateUp(db);
    if (migrated.ok) return ok({ db, close });
    await close();
    return migrated;
  } catch (error) {
    await close();
    return fail(problem(messageOf(error)));
  }
}

function messageOf(error: unknown): string {
  return scrubText(error instanceof Error ? error.message : String(error));
}

/** The problem, with the address but without user and password. */
function unreachable(url: string): (why: string) => Problem {
  const host = serverHost(url);
  return (why) => ({
    code: 'store-not-opened',
    message: `The store on ${host} cannot be opened: ${why}.`,
    hint: 'Check that PostgreSQL runs there and that the URL is right: PARLEY_STORE, or places.store of the service.',
  });
}

/** Quotes nothing, because the text may contain a password. */
const noServer: Problem = {
  code: 'store-url-unknown',
  message: 'The URL of the store is not one of PostgreSQL.',
  hint: 'Write postgres://USER:PASSWORD@HOST/DATABASE in PARLEY_STORE, with special characters of the password percent-encoded; or leave it out to use the folder.',
};
