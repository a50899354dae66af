import { lookup as systemLookup } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import { refusedAddress, type StateFailure } from '../failure.ts';

/**
 * What is never called: link-local networks and the other addresses where clouds hand out
 * credentials to whoever asks from the machine, in each way of writing IPv4 as IPv6.
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
    ['64:ff9b::a9fe:0', 112],
    ['2002:a9fe::', 32],
  ],
);

const loopback = blockList([['127.0.0.0', 8]], [['::1', 128]]);

/** Networks of an organization, which a file of a project must not lead into. */
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

/** Whether an IP address may be called. */
export function isCallable(
  address: string,
  { allowsLoopback, refusesPrivate = false }: AddressRule,
): boolean {
  const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
  if (isIP(address) === 0 || refused.check(address, family)) return false;
  if (refusesPrivate && privateNetworks.check(address, family)) return false;
  return allowsLoopback || !loopback.check(address, family);
}

/** What is wrong with calling a URL, as far as the URL itself tells. */
export function urlFailure(url: URL, rule: AddressRule): StateFailure | undefined {
  const isWeb = url.protocol === 'https:' || url.protocol === 'http:';
  if (!isWeb || url.username !== '' || url.password !== '') return { kind: 'address' };
  const host = bareHost(url);
  return isIP(host) === 0 || isCallable(host, rule) ? undefined : { kind: 'address' };
}

/** True for a URL of this machine without encryption: an emulator, not a cloud. */
export function isLocal(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const parsed = new URL(url);
  return parsed.protocol === 'http:' && isLocalHost(bareHost(parsed));
}

/** True for a host, with or without a port, that is this machine. */
export function isLocalHost(host: string): boolean {
  const name = host.replace(/:\d+$/, '');
  return name === 'localhost' || (isIP(name) === 4 && loopback.check(name, 'ipv4'));
}

function bareHost({ hostname }: URL): string {
  return hostname.replace(/^\[|\]$/g, '');
}

/**
 * Finds addresses at the moment of the connection, so that a name cannot lead to one place when it
 * is checked and to another when it is called. One refused address refuses the name.
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
        const message = 'The name leads to an address that is not called.';
        callback(Object.assign(new Error(message), { code: refusedAddress }), '', 0);
      } else if (options.all === true) callback(null, addresses);
      else callback(null, first.address, first.family);
    });
  };
}
