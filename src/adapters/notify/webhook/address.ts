import { isIP } from 'node:net';
import { addressesIn, specialAddresses } from '../../net/special-ranges.ts';

/**
 * The kind of an IP address. `metadata`: the services by which clouds give credentials to machines;
 * `link-local`: neighbors, and most metadata services; `reserved`: nothing that a webhook could be,
 * or a way around the other kinds.
 */
export type AddressKind =
  | 'public'
  | 'private'
  | 'loopback'
  | 'link-local'
  | 'metadata'
  | 'reserved';

const kinds = [
  { kind: 'metadata', has: specialAddresses('metadata') },
  { kind: 'loopback', has: specialAddresses('loopback') },
  { kind: 'link-local', has: specialAddresses('link-local', 'site-local') },
  { kind: 'private', has: specialAddresses('private') },
  {
    kind: 'reserved',
    has: specialAddresses('reserved', 'unspecified', 'multicast', 'benchmark', 'tunnel'),
  },
] as const;

/** The only IPv6 addresses that are global; IPv4 addresses within IPv6 are not among them. */
const isGlobal = addressesIn([['2000::', 3]]);

const isEmbedded = specialAddresses('mapped', 'translated');

/** The kind of an address; `reserved` if it is not an address. */
export function addressKind(address: string): AddressKind {
  const version = isIP(address);
  if (version === 0 || address.includes('%')) return 'reserved';
  // An IPv4 address written as IPv6 would match the ranges of IPv4.
  if (version === 6 && isEmbedded(address)) return 'reserved';
  const found = kinds.find(({ has }) => has(address));
  if (found !== undefined) return found.kind;
  return version === 4 || isGlobal(address) ? 'public' : 'reserved';
}
