import { stat } from 'node:fs/promises';
import { join } from 'node:path';

/** Where the store is: a server, or a folder that one process at a time may open. */
export type StoreLocation =
  | { readonly kind: 'server'; readonly url: string }
  | { readonly kind: 'folder'; readonly path: string };

/** What PGlite keeps its files in, within the folder of the store. */
export const dataFolder = 'store';

/** The server that the environment names, or the project's own folder. */
export function storeLocation(root: string, url: string | undefined): StoreLocation {
  if (url !== undefined && url !== '') return { kind: 'server', url };
  return { kind: 'folder', path: join(root, '.parley') };
}

/** True for a server, and for a folder where `parley init` made a store. */
export function hasStore(location: StoreLocation): Promise<boolean> {
  if (location.kind === 'server') return Promise.resolve(true);
  return stat(join(location.path, dataFolder)).then(
    (entry) => entry.isDirectory(),
    () => false,
  );
}
