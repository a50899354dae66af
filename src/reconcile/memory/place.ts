import { type AttributePath, pathKey } from '../../model/path.ts';

/** One text for the place of a drift: what is live there may change, and it is still the same place. */
export function placeKey(address: string, path: AttributePath): string {
  return `${address} ${pathKey(path)}`;
}

/** The part of a path that a state or a provider can be asked about: members have no place. */
export function readablePath(path: AttributePath): AttributePath {
  const index = path.findIndex((step) => typeof step === 'object');
  return index === -1 ? path : path.slice(0, index);
}
