import { BlockList, isIP } from 'node:net';

/** An address and the number of bits that a network shares with it. */
export type Subnet = readonly [address: string, bits: number];

/**
 * https://www.iana.org/assignments/iana-ipv4-special-registry and its counterpart for IPv6.
 * `metadata`: the services by which clouds give credentials to machines; `link-local`: neighbors,
 * and most metadata services; `site-local`: the private networks of IPv6 until 2004; `multicast`:
 * also what is reserved for later; `mapped` and `translated`: an IPv4 address in IPv6; `reserved`:
 * nothing that anybody could call.
 */
const specialRanges = {
  metadata: [
    ['169.254.169.254', 32],
    ['169.254.170.2', 32],
    ['168.63.129.16', 32],
    ['100.100.100.200', 32],
    ['192.0.0.192', 32],
    ['fd00:ec2::', 32],
    ['fd20:ce::', 32],
  ],
  loopback: [
    ['127.0.0.0', 8],
    ['::1', 128],
  ],
  'link-local': [
    ['169.254.0.0', 16],
    ['fe80::', 10],
  ],
  'site-local': [['fec0::', 10]],
  private: [
    ['10.0.0.0', 8],
    ['172.16.0.0', 12],
    ['192.168.0.0', 16],
    ['100.64.0.0', 10],
    ['fc00::', 7],
  ],
  benchmark: [['198.18.0.0', 15]],
  unspecified: [
    ['0.0.0.0', 8],
    ['::', 128],
  ],
  multicast: [
    ['224.0.0.0', 3],
    ['ff00::', 8],
  ],
  mapped: [['::ffff:0:0', 96]],
  translated: [
    ['64:ff9b::', 96],
    ['64:ff9b:1::', 48],
  ],
  tunnel: [['2002::', 16]],
  reserved: [
    ['192.0.0.0', 24],
    ['192.0.2.0', 24],
    ['192.88.99.0', 24],
    ['198.51.100.0', 24],
    ['203.0.113.0', 24],
    ['2001::', 23],
    ['2001:db8::', 32],
    ['3fff::', 20],
  ],
} as const satisfies Readonly<Record<string, readonly Subnet[]>>;

/** Checks whether an address is of one of the kinds. */
export function specialAddresses(
  ...kinds: readonly (keyof typeof specialRanges)[]
): (address: string) => boolean {
  return addressesIn(kinds.flatMap((kind): readonly Subnet[] => specialRanges[kind]));
}

/** Checks whether an address is in one of the ranges. */
export function addressesIn(ranges: readonly Subnet[]): (address: string) => boolean {
  const list = new BlockList();
  for (const [address, bits] of ranges) list.addSubnet(address, bits, familyOf(address));
  return (address) => isIP(address) !== 0 && list.check(address, familyOf(address));
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIP(address) === 6 ? 'ipv6' : 'ipv4';
}
