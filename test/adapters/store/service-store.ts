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

/** A store of the service with all tables and no rows. */
export interface TestServiceStore {
  readonly store: ServiceStore;
  /** Closes it and removes what it has on disk. */
  stop(): Promise<void>;
}

export interface FolderServiceStore extends TestServiceStore {
  /** For an embedded queue. */
  readonly pool: PglitePool;
  /** The `.parley` folder. */
  readonly folder: string;
}

const root = resolve(import.meta.dirname, '../../..');

/** Wherever it is quickest here; the tests of the store itself say where. */
export async function openTestServiceStore(): Promise<TestServiceStore> {
  const url = await spareDatabase();
  if (url === undefined) return spareFolderStore();
  const { store } = await openAt({ kind: 'server', url });
  return { store, stop: () => store.close() };
}

const spares: FolderServiceStore[] = [];

/** One that a test gave back: to empty it takes a fifth of what it takes to open it. */
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
  // Other files of this process go on with it, and the folder goes with the run.
  if (run !== undefined) return opened;
  atFileEnd(async () => {
    spares.length = 0;
    await opened.stop();
  });
  return opened;
}

/** No rows, in whatever order the tables refer to one another, and numbers from the start. */
async function empty(pool: PglitePool): Promise<void> {
  const { rows } = await pool.query<{ tables: string }>(
    `select string_agg(format('%I', tablename), ', ') as tables from pg_tables
     where schemaname = 'public' and tablename not like 'parley_migrations%'`,
  );
  await pool.query(`truncate ${rows[0]?.tables} restart identity cascade`);
}

/** Puts an empty store into a folder, as opening it for the first time would make it there. */
export async function copyStore(folder: string): Promise<void> {
  // Else it would have the mode of the template's folder, into which other accounts may not go.
  mkdirSync(folder, { recursive: true });
  cpSync(await template(), folder, { recursive: true });
}

/** In a folder of its own. */
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

/** Made once for each form of the tables: a new database takes seconds, and a copy does not. */
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
