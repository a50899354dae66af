import { ok, type Result } from '../../model/result.ts';
import type { Store } from '../../ports/store/run-store.ts';
import { hasDatabase, hasHistory, type StoreLocation } from './location.ts';
import type { StoreOpenOptions } from './open.ts';
import { findDaemon } from './remote/daemon.ts';

/** Milliseconds between checks for a service that may just have taken the folder. */
const pause = 500;

/** Opens the store, or connects to the service that has its folder open. */
export async function connectStore(
  location: StoreLocation,
  options: StoreOpenOptions,
): Promise<Result<Store>> {
  if (location.kind === 'server') return openOwn(location, options);
  for (let { timeout: left } = options; ; left -= pause) {
    const remote = await reach(location.path, options);
    if (remote !== undefined) return ok(remote);
    const opened = await openOwn(location, {
      ...options,
      timeout: Math.max(0, Math.min(pause, left)),
    });
    const isBusy = !opened.ok && opened.error.code === 'store-busy';
    if (!isBusy || left <= pause) return opened;
  }
}

/** Loads the code of the database only if there is one, or if one is to be made. */
async function openOwn(location: StoreLocation, options: StoreOpenOptions): Promise<Result<Store>> {
  if (location.kind === 'folder' && isOfCommands(options)) {
    const isBase = !(await hasHistory(location.path)) && (await hasDatabase(location.path));
    if (!isBase) return openHistory(location.path, options);
    const { openOrMove } = await import('./move/to-files.ts');
    const opened = await openOrMove(location.path, options);
    if (opened !== 'moved') return opened;
    return openHistory(location.path, options);
  }
  const { openStore } = await import('./open.ts');
  return openStore(location, options);
}

/**
 * True for the stack that commands record themselves; other stacks belong to a service and its
 * database.
 */
function isOfCommands({ tenant, stack = 'default' }: StoreOpenOptions): boolean {
  return tenant === 'default' && stack === 'default';
}

async function openHistory(folder: string, options: StoreOpenOptions): Promise<Result<Store>> {
  const { openFiles } = await import('./files/open.ts');
  const files = await openFiles(folder, options);
  if (!files.ok) return files;
  const { createFileStore } = await import('./files/store.ts');
  return ok(createFileStore(files.value, () => files.value.close()));
}

async function reach(
  folder: string,
  { tenant, stack = 'default' }: StoreOpenOptions,
): Promise<Store | undefined> {
  const daemon = await findDaemon(folder);
  if (daemon === undefined) return undefined;
  const { createRemoteStore, isAnswering } = await import('./remote/client.ts');
  if (!(await isAnswering(daemon))) return undefined;
  return createRemoteStore(daemon, { tenant, stack });
}
