import { type AttributePath, pathKey } from '../../model/path.ts';

/** The key of a drift's place, which does not depend on the live value there. */
export function placeKey(address: string, path: AttributePath): string {
  return `${address} ${pathKey(path)}`;
}

/**
 * The part of a path that can be looked up in a state or by a provider, since set members have no
 * position.
 */
export function readablePath(path: AttributePath): AttributePath {
  const index = path.findIndex((step) => typeof step === 'object');
  return index === -1 ? path : path.slice(0, index);
}
