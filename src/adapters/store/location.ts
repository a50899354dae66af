import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { findDaemon } from './remote/daemon.ts';

/** Location of the store: a server, or a folder that only one process at a time may open. */
export type StoreLocation =
  | { readonly kind: 'server'; readonly url: string }
  | { readonly kind: 'folder'; readonly path: string };

/** Folder of PGlite's files, within the folder of the store. */
export const dataFolder = 'store';

/** Folder of the plain files that commands keep if no service has made a database. */
export const historyFolder = 'history';

/** The server that the environment names, or else the project's own folder. */
export function storeLocation(root: string, url: string | undefined): StoreLocation {
  if (url !== undefined && url !== '') return { kind: 'server', url };
  return { kind: 'folder', path: join(root, '.parley') };
}

/**
 * True for a server, and for a folder with a store that `parley init` or the service made, or has
 * open.
 */
export async function hasStore(location: StoreLocation): Promise<boolean> {
  if (location.kind === 'server') return true;
  if ((await hasHistory(location.path)) || (await hasDatabase(location.path))) return true;
  return (await findDaemon(location.path)) !== undefined;
}

/** True for a folder that contains a database. */
export function hasDatabase(folder: string): Promise<boolean> {
  return stat(join(folder, dataFolder)).then(
    (entry) => entry.isDirectory(),
    () => false,
  );
}

/** True for a folder in which commands keep files. */
export function hasHistory(folder: string): Promise<boolean> {
  return stat(join(folder, historyFolder, 'head.json')).then(
    (entry) => entry.isFile(),
    () => false,
  );
}

/**
 * True for the URL of a server. A password with a `#`, `/` or `?` that is not percent-encoded
 * changes how the URL is read: a part of the password ends up in the host.
 */
export function isServerUrl(url: string): boolean {
  if (!URL.canParse(named(url))) return false;
  const { hash, pathname, search } = new URL(named(url));
  return hash === '' && !`${pathname}${search}`.includes('@');
}

/** Host and port in the URL of a server, for people. */
export function serverHost(url: string): string {
  return url === named(url) ? new URL(url).host || thisMachine : thisMachine;
}

const thisMachine = 'this machine';

/**
 * `postgres://USER@/DATABASE?host=/run/postgresql` is a socket, which the URL parser refuses
 * without a host.
 */
function named(url: string): string {
  return url.replace(/^([a-z]+:\/\/[^/?#@]*@)(?=[/?])/, '$1localhost');
}
