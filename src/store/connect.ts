import { ok, type Result } from '../model/result.ts';
import type { Store } from '../pipeline/store.ts';
import type { StoreLocation } from './location.ts';
import type { OpenOptions } from './open.ts';
import { findDaemon } from './remote/daemon.ts';

/** Milliseconds between looks for a service, which may just have taken the folder. */
const pause = 500;

/** Opens the store, or speaks to the service that has its folder open. */
export async function connectStore(
  location: StoreLocation,
  options: OpenOptions,
): Promise<Result<Store>> {
  if (location.kind === 'server') return openOwn(location, options);
  for (let { patience: left } = options; ; left -= pause) {
    const remote = await reach(location.path, options);
    if (remote !== undefined) return ok(remote);
    const opened = await openOwn(location, {
      ...options,
      patience: Math.max(0, Math.min(pause, left)),
    });
    const isBusy = !opened.ok && opened.error.code === 'store-busy';
    if (!isBusy || left <= pause) return opened;
  }
}

/** Loads the database only where no service has it open. */
async function openOwn(location: StoreLocation, options: OpenOptions): Promise<Result<Store>> {
  const { openStore } = await import('./open.ts');
  return openStore(location, options);
}

async function reach(
  folder: string,
  { tenant, stack = 'default' }: OpenOptions,
): Promise<Store | undefined> {
  const daemon = await findDaemon(folder);
  if (daemon === undefined) return undefined;
  const { createRemoteStore, isAnswering } = await import('./remote/client.ts');
  if (!(await isAnswering(daemon))) return undefined;
  return createRemoteStore(daemon, { tenant, stack });
}
