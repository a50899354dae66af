import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Kysely, PostgresDialect, type PostgresPool, sql } from 'kysely';
import type { Problem, Result } from '../model/result.ts';
import { fail, ok } from '../model/result.ts';
import type { Store } from '../pipeline/store.ts';
import { dataFolder, type StoreLocation } from './location.ts';
import { takeLock } from './lock.ts';
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
export async function openStore(
  location: StoreLocation,
  { tenant, patience }: OpenOptions,
): Promise<Result<Store>> {
  if (location.kind === 'server') {
    const { default: pg } = await import('pg');
    const pool = new pg.Pool({ connectionString: location.url, max: 4 });
    // A lost idle connection is replaced by the pool; without a listener it would end the process.
    pool.on('error', () => undefined);
    return start(pool, tenant, async () => undefined, unreachable(location.url));
  }
  await mkdir(location.path, { recursive: true });
  const lock = await takeLock(join(location.path, `${dataFolder}.lock`), { patience, sleep });
  if (!lock.ok) return lock;
  const path = join(location.path, dataFolder);
  const problem = (why: string): Problem => ({
    code: 'store-not-opened',
    message: `The store cannot be opened: ${why}.`,
    place: { file: path },
    hint: 'Move the folder away and run `parley init` to start afresh.',
  });
  try {
    const { PGlite } = await import('@electric-sql/pglite');
    const pool = createPglitePool(await PGlite.create(path));
    return await start(pool, tenant, lock.value.release, problem);
  } catch (error) {
    await lock.value.release();
    return fail(problem(error instanceof Error ? error.message : String(error)));
  }
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
