import { ok, type Result } from '../../model/result.ts';
import type { ServiceStore } from '../../ports/store/service-store.ts';
import { type DatabaseOptions, openDatabase } from './database.ts';
import type { StoreLocation } from './location.ts';
import { importFromFiles } from './move/from-files.ts';
import type { PglitePool } from './pglite-pool.ts';
import { createServiceStore } from './service/service-store.ts';

export type OpenServiceOptions = Omit<DatabaseOptions, 'connections'>;

export interface OpenServiceStore {
  readonly store: ServiceStore;
  /** The session of a folder, which queues without a place of their own share. */
  readonly pool?: PglitePool;
}

/** One for a request and one for each worker; the pool makes others wait for a free one. */
const connections = 10;

/** Opens the store of the service, makes it if there is none, and brings its tables up to date. */
export async function openServiceStore(
  location: StoreLocation,
  options: OpenServiceOptions,
): Promise<Result<OpenServiceStore>> {
  const database = await openDatabase(location, { ...options, connections });
  if (!database.ok) return database;
  const { db, pool, close } = database.value;
  if (location.kind === 'folder') {
    const taken = await importFromFiles(db, location.path, options.timeout);
    if (!taken.ok) {
      await close();
      return taken;
    }
  }
  const store = createServiceStore(db, close);
  return ok(pool === undefined ? { store } : { store, pool });
}
