import { resolve } from 'node:path';
import type { Result } from '../model/result.ts';
import type { Store } from '../pipeline/store.ts';
import { storeLocation } from '../store/location.ts';
import type { Io } from './io.ts';

/** Milliseconds that a command waits for another one to be done with the store. */
const patience = 30_000;

/**
 * Opens the store of a project, or speaks to the service that has it open. What it needs is loaded
 * here, so that other commands start fast.
 */
export async function openProjectStore(io: Io, dir: string): Promise<Result<Store>> {
  const { connectStore } = await import('../store/connect.ts');
  const location = storeLocation(resolve(io.cwd, dir), io.env['PARLEY_STORE']);
  return connectStore(location, { tenant: 'default', patience });
}
