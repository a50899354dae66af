import { ok, type Result } from '../../model/result.ts';
import type { Store } from '../../ports/store/run-store.ts';
import { openDatabase } from './database.ts';
import type { StoreLocation } from './location.ts';
import { createStore } from './store.ts';

export interface StoreOpenOptions {
  readonly tenant: string;
  /** `default` if left out, as for projects that the service does not watch. */
  readonly stack?: string;
  /** Milliseconds to wait for another process that has the folder open. */
  readonly timeout: number;
}

/** Opens the store, makes it if there is none, and brings its tables up to date. */
export async function openStore(
  location: StoreLocation,
  { tenant, stack = 'default', timeout }: StoreOpenOptions,
): Promise<Result<Store>> {
  const database = await openDatabase(location, { timeout, connections: 4 });
  if (!database.ok) return database;
  const { db, close } = database.value;
  return ok(createStore(db, { tenant, stack }, close));
}
