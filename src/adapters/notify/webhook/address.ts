import { BlockList, isIP } from 'node:net';

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

type Range = readonly [address: string, prefix: number];

/** https://www.iana.org/assignments/iana-ipv4-special-registry and its counterpart for IPv6. */
const ranges: Readonly<Record<Exclude<AddressKind, 'public'>, readonly Range[]>> = {
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
    ['fec0::', 10],
  ],
  private: [
    ['10.0.0.0', 8],
    ['172.16.0.0', 12],
    ['192.168.0.0', 16],
    ['100.64.0.0', 10],
    ['fc00::', 7],
  ],
  reserved: [
    ['0.0.0.0', 8],
    ['192.0.0.0', 24],
    ['192.0.2.0', 24],
    ['192.88.99.0', 24],
    ['198.18.0.0', 15],
    ['198.51.100.0', 24],
    ['203.0.113.0', 24],
    ['224.0.0.0', 4],
    ['240.0.0.0', 4],
    // Tunnels and documentation.
    ['2001::', 23],
    ['2001:db8::', 32],
    ['2002::', 16],
    ['3fff::', 20],
  ],
};

/** The only IPv6 addresses that are global; IPv4 addresses within IPv6 are not among them. */
const global: Range = ['2000::', 3];

const kinds = (['metadata', 'loopback', 'link-local', 'private', 'reserved'] as const).map(
  (kind) => ({ kind, list: listOf(ranges[kind]) }),
);

const globalList = listOf([global]);

/** The kind of an address; `reserved` if it is not an address. */
export function addressKind(address: string): AddressKind {
  const version = isIP(address);
  if (version === 0 || address.includes('%')) return 'reserved';
  const family = version === 4 ? 'ipv4' : 'ipv6';
  // An IPv4 address written as IPv6 would match the ranges of IPv4.
  if (version === 6 && isEmbedded(address)) return 'reserved';
  const found = kinds.find(({ list }) => list.check(address, family));
  if (found !== undefined) return found.kind;
  return version === 4 || globalList.check(address, 'ipv6') ? 'public' : 'reserved';
}

const embedded = listOf([
  ['::ffff:0:0', 96],
  ['64:ff9b::', 96],
  ['64:ff9b:1::', 48],
]);

function isEmbedded(address: string): boolean {
  return embedded.check(address, 'ipv6');
}

function listOf(of: readonly Range[]): BlockList {
  const list = new BlockList();
  for (const [address, prefix] of of) {
    list.addSubnet(address, prefix, isIP(address) === 4 ? 'ipv4' : 'ipv6');
  }
  return list;
}
