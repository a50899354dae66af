import { lookup as systemLookup } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import { embeddedIpv4 } from './embedded-ipv4.ts';

/**
 * Addresses that are never called: link-local networks and the other addresses where clouds hand
 * out credentials to any program on the machine.
 */
const refused = blockList(
  [
    ['0.0.0.0', 8],
    ['169.254.0.0', 16],
    ['100.100.100.200', 32],
    ['168.63.129.16', 32],
    ['192.0.0.192', 32],
    ['224.0.0.0', 3],
  ],
  [
    ['::', 128],
    ['fe80::', 10],
    ['ff00::', 8],
    ['fd00:ec2::', 32],
    ['fd20:ce::', 32],
  ],
);

const loopback = blockList([['127.0.0.0', 8]], [['::1', 128]]);

/** Private networks of an organization, which a file of a project must not lead into. */
const privateNetworks = blockList(
  [
    ['10.0.0.0', 8],
    ['100.64.0.0', 10],
    ['172.16.0.0', 12],
    ['192.168.0.0', 16],
    ['198.18.0.0', 15],
  ],
  [
    ['fc00::', 7],
    ['fec0::', 10],
    ['64:ff9b::', 96],
    ['64:ff9b:1::', 48],
    ['2002::', 16],
  ],
);

function blockList(
  ipv4: readonly (readonly [string, number])[],
  ipv6: readonly (readonly [string, number])[],
): BlockList {
  const list = new BlockList();
  for (const [net, prefix] of ipv4) list.addSubnet(net, prefix, 'ipv4');
  for (const [net, prefix] of ipv6) list.addSubnet(net, prefix, 'ipv6');
  return list;
}

export interface AddressRule {
  readonly allowsLoopback: boolean;
  readonly refusesPrivate?: boolean;
  readonly lookup?: LookupFunction;
}

/** The `code` of the error of a guarded lookup. */
export const refusedAddress = 'PARLEY_REFUSED_ADDRESS';

export function isCallable(address: string, rule: AddressRule): boolean {
  const inner = embeddedIpv4(address);
  return isOneCallable(address, rule) && (inner === undefined || isOneCallable(inner, rule));
}

function isOneCallable(
  address: string,
  { allowsLoopback, refusesPrivate = false }: AddressRule,
): boolean {
  const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
  if (isIP(address) === 0 || refused.check(address, family)) return false;
  if (refusesPrivate && privateNetworks.check(address, family)) return false;
  return allowsLoopback || !loopback.check(address, family);
}

export function isLoopbackAddress(address: string): boolean {
  const family = isIP(address);
  return family !== 0 && loopback.check(address, family === 6 ? 'ipv6' : 'ipv4');
}

/**
 * Resolves a name at the moment of the connection, so that it cannot lead to one place when it is
 * checked and to another when it is called. One refused address refuses the name.
 */
export function guardedLookup(rule: AddressRule): LookupFunction {
  const lookup: LookupFunction = rule.lookup ?? systemLookup;
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, found) => {
      if (error !== null) {
        callback(error, '', 0);
        return;
      }
      const addresses = typeof found === 'string' ? [{ address: found, family: 4 }] : found;
      const [first] = addresses;
      if (first === undefined || !addresses.every(({ address }) => isCallable(address, rule))) {
        const message = 'The name resolves to an address that Parley does not call.';
        callback(Object.assign(new Error(message), { code: refusedAddress }), '', 0);
      } else if (options.all === true) callback(null, addresses);
      else callback(null, first.address, first.family);
    });
  };
}

/** True for a connection that others cannot read: an encrypted one, or one to this machine. */
export function isPrivateLine({ protocol, hostname }: URL): boolean {
  const isLoopback = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/.test(hostname);
  return protocol === 'https:' || (protocol === 'http:' && isLoopback);
}

/**
 * The base URL of a service that gets credentials; undefined for one without encryption, with a
 * user, query or fragment, or with an address that is never called. With https, a name that
 * resolves to a metadata service does no harm, because that has no certificate for it.
 */
export function parseServiceUrl(text: string): URL | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !isPrivateLine(url)) return undefined;
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (isIP(host) !== 0 && !isCallable(host, { allowsLoopback: true })) return undefined;
  return `${url.username}${url.password}${url.search}${url.hash}` === '' ? url : undefined;
}
