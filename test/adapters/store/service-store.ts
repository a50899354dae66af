import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { PglitePool } from '../../../src/adapters/store/pglite-pool.ts';
import type { ServiceStore } from '../../../src/ports/store/service-store.ts';
import { atFileEnd } from '../../file-ends.ts';
import { runFolder } from './shared-server.ts';
import { openAt, spareDatabase } from './spare-databases.ts';

/** A store of the service with all tables, but without rows. */
export interface TestServiceStore {
  readonly store: ServiceStore;
  /** Closes the store and removes its files. */
  stop(): Promise<void>;
}

export interface FolderServiceStore extends TestServiceStore {
  /** For an embedded queue on the same database. */
  readonly pool: PglitePool;
  /** The `.parley` folder. */
  readonly folder: string;
}

const root = resolve(import.meta.dirname, '../../..');

/** Opens a store in the fastest place there is; the tests of the store itself choose the place. */
export async function openTestServiceStore(): Promise<TestServiceStore> {
  const url = await spareDatabase();
  if (url === undefined) return spareFolderStore();
  const { store } = await openAt({ kind: 'server', url });
  return { store, stop: () => store.close() };
}

const spares: FolderServiceStore[] = [];

/** Reuses a store that a test gave back: emptying one takes a fifth of the time of opening one. */
async function spareFolderStore(): Promise<TestServiceStore> {
  const spare = spares.pop() ?? (await openSpare());
  return {
    store: spare.store,
    async stop() {
      await empty(spare.pool);
      spares.push(spare);
    },
  };
}

async function openSpare(): Promise<FolderServiceStore> {
  const run = runFolder();
  const opened = await openFolderStore(run);
  // Other test files of this process keep using it, and its folder is removed after the run.
  if (run !== undefined) return opened;
  atFileEnd(async () => {
    spares.length = 0;
    await opened.stop();
  });
  return opened;
}

/** Removes all rows, regardless of references between tables, and resets the sequences. */
async function empty(pool: PglitePool): Promise<void> {
  const { rows } = await pool.query<{ tables: string }>(
    `select string_agg(format('%I', tablename), ', ') as tables from pg_tables
     where schemaname = 'public' and tablename not like 'parley_migrations%'`,
  );
  await pool.query(`truncate ${rows[0]?.tables} restart identity cascade`);
}

/** Puts an empty store into a folder, as opening it for the first time would create it. */
export async function copyStore(folder: string): Promise<void> {
  // Otherwise the copy would get the mode of the template's folder, which only its owner may enter.
  mkdirSync(folder, { recursive: true });
  cpSync(await template(), folder, { recursive: true });
}

/** Opens a store in a new folder. */
export async function openFolderStore(parent = tmpdir()): Promise<FolderServiceStore> {
  const folder = mkdtempSync(join(parent, 'parley-service-store-'));
  await copyStore(folder);
  const { store, pool } = await open(folder);
  return {
    store,
    pool,
    folder,
    async stop() {
      await store.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function open(folder: string) {
  const { store, pool } = await openAt({ kind: 'folder', path: folder });
  if (pool === undefined) throw new Error('A folder has a pool.');
  return { store, pool };
}

/** Made once per version of the tables: creating a database takes seconds, copying one does not. */
async function template(): Promise<string> {
  const cache = join(root, 'node_modules', '.cache', 'parley-test');
  const path = join(cache, `store-${digestOfTables()}`);
  if (existsSync(path)) return path;
  mkdirSync(cache, { recursive: true });
  const making = mkdtempSync(join(cache, 'making-'));
  try {
    await (await open(making)).store.close();
    renameSync(making, path);
  } catch (error) {
    rmSync(making, { recursive: true, force: true });
    // Another test process was faster.
    if (!existsSync(path)) throw error;
  }
  return path;
}

function digestOfTables(): string {
  const migrations = join(root, 'src', 'adapters', 'store', 'migrations');
  const files = [
    ...readdirSync(migrations)
      .sort()
      .map((name) => join(migrations, name)),
    join(root, 'node_modules', '@electric-sql', 'pglite', 'package.json'),
  ];
  const digest = createHash('sha256');
  for (const file of files) digest.update(readFileSync(file));
  return digest.digest('hex').slice(0, 12);
}
