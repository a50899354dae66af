import { mkdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { PGlite } from '@electric-sql/pglite';
import { Kysely, PostgresDialect, type PostgresPool, sql } from 'kysely';
import type { Problem, Result } from '../model/result.ts';
import { fail, ok } from '../model/result.ts';
import type { Store } from '../pipeline/store.ts';
import { dataFolder, hasStore, type StoreLocation } from './location.ts';
import { type Held, takeLock } from './lock.ts';
import { migrateUp } from './migrate.ts';
import { createPglitePool } from './pglite-pool.ts';
import { createStore } from './store.ts';
import type { Tables } from './tables.ts';

export interface OpenOptions {
  readonly tenant: string;
  /** Milliseconds to wait for another process that has the folder open. */
  readonly patience: number;
}

/** Opens the store, makes it where there is none, and brings its tables up to date. */
export function openStore(location: StoreLocation, options: OpenOptions): Promise<Result<Store>> {
  return location.kind === 'server'
    ? openServer(location.url, options)
    : openFolder(location.path, options);
}

async function openServer(url: string, { tenant }: OpenOptions): Promise<Result<Store>> {
  const { default: pg } = await import('pg');
  const pool = new pg.Pool({ connectionString: url, max: 4 });
  // A lost idle connection is replaced by the pool; without a listener it would end the process.
  pool.on('error', () => undefined);
  return start(pool, tenant, async () => undefined, unreachable(url));
}

async function openFolder(
  folder: string,
  { tenant, patience }: OpenOptions,
): Promise<Result<Store>> {
  const path = join(folder, dataFolder);
  const problem = (why: string): Problem => ({
    code: 'store-not-opened',
    message: `The store cannot be opened: ${why}.`,
    place: { file: path },
    hint: 'See that you may write there; or move it away and run `parley init` to start afresh.',
  });
  let lock: Result<Held> | undefined;
  try {
    await mkdir(folder, { recursive: true });
    lock = await takeLock(`${path}.lock`, { patience, sleep });
    if (!lock.ok) return lock;
    const pool = createPglitePool(await openData(path));
    return await start(pool, tenant, lock.value.release, problem);
  } catch (error) {
    if (lock?.ok) await lock.value.release();
    return fail(problem(error instanceof Error ? error.message : String(error)));
  }
}

/** A new database gets its name when it is whole: half of one could never be opened again. */
async function openData(path: string): Promise<PGlite> {
  const { PGlite } = await import('@electric-sql/pglite');
  const isThere = await hasStore({ kind: 'folder', path: dirname(path) });
  if (!isThere) {
    const making = `${path}.new`;
    await rm(making, { recursive: true, force: true });
    await (await PGlite.create(making)).close();
    await rename(making, path);
  }
  return PGlite.create(path);
}

async function start(
  pool: PostgresPool,
  tenant: string,
  closed: () => Promise<void>,
  problem: (why: string) => Problem,
): Promise<Result<Store>> {
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  const stop = async (): Promise<void> => {
    await db.destroy();
    await closed();
  };
  try {
    await sql`select 1`.execute(db);
    const migrated = await migrateUp(db);
    if (migrated.ok) return ok(createStore(db, tenant, closed));
    await stop();
    return migrated;
  } catch (error) {
    await stop();
    return fail(problem(error instanceof Error ? error.message : String(error)));
  }
}

/** The address without user and password. */
function unreachable(url: string): (why: string) => Problem {
  const host = URL.canParse(url) ? new URL(url).host : 'the server';
  return (why) => ({
    code: 'store-not-opened',
    message: `The store on ${host} cannot be opened: ${why}.`,
    hint: 'See that the server runs and that the URL in PARLEY_STORE is right.',
  });
}
