import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { PGlite, PGliteOptions } from '@electric-sql/pglite';
import { hasErrorCode } from '../../model/system-error.ts';

export interface NewDatabaseOptions {
  /** Folder for its files, which must not exist yet; without one the database stays in memory. */
  readonly path?: string;
  /**
   * Archive of a new database of this version of PGlite; without it the database is made from
   * scratch.
   */
  readonly archive?: URL;
}

/**
 * A database without tables. PostgreSQL takes seconds to make one, and a fifth of that if it begins
 * with the files of another, which `npm run build` keeps (https://pglite.dev/docs/api,
 * `loadDataDir`).
 */
export async function createDatabase({ path, archive }: NewDatabaseOptions = {}): Promise<PGlite> {
  const kept = await readIfThere(archive ?? (await ownArchive()));
  return startDatabase({
    ...(path !== undefined && { dataDir: path }),
    ...(kept !== undefined && {
      loadDataDir: new File([kept], 'empty-database.tar.gz', { type: 'application/gzip' }),
    }),
  });
}

/** Opens the database whose files are in a folder. */
export function openDatabaseIn(path: string): Promise<PGlite> {
  return startDatabase({ dataDir: path });
}

/**
 * By default PostgreSQL takes 128 MB for pages, in the process's own memory. The system caches the
 * files as well, and reading is as fast with a quarter of that.
 */
async function startDatabase(options: PGliteOptions): Promise<PGlite> {
  const { PGlite } = await import('@electric-sql/pglite');
  const startParams = [...PGlite.defaultStartParams, '-c', 'shared_buffers=32MB'];
  return PGlite.create({ ...options, startParams });
}

/** Another version of PGlite may have other files, so the version is in the name. */
async function ownArchive(): Promise<URL> {
  const entry = createRequire(import.meta.url).resolve('@electric-sql/pglite');
  const text = await readFile(join(dirname(dirname(entry)), 'package.json'), 'utf8');
  const { version } = JSON.parse(text) as { readonly version: string };
  return new URL(`./empty-database-${version}.tar.gz`, import.meta.url);
}

async function readIfThere(file: URL): Promise<Buffer<ArrayBuffer> | undefined> {
  try {
    return await readFile(file);
  } catch (error) {
    if (hasErrorCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}
