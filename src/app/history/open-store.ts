import { resolve } from 'node:path';
import { storeLocation } from '../../adapters/store/location.ts';
import type { Result } from '../../model/result.ts';
import type { Io } from '../../ports/io.ts';
import type { Store } from '../../ports/store/run-store.ts';

/** Milliseconds for which a command waits until another one has finished with the store. */
const timeout = 30_000;

/**
 * Opens the store of a project, or connects to the service that has it open. The adapter is loaded
 * here, so that other commands start fast.
 */
export async function openProjectStore(io: Io, dir: string): Promise<Result<Store>> {
  const { connectStore } = await import('../../adapters/store/connect.ts');
  const location = storeLocation(resolve(io.cwd, dir), io.env['PARLEY_STORE']);
  return connectStore(location, { tenant: 'default', timeout });
}
