import { lookup as systemLookup } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { embeddedIpv4 } from './embedded-ipv4.ts';
import { specialAddresses } from './special-ranges.ts';

/**
 * Addresses that are never called: link-local networks and the other addresses where clouds hand
 * out credentials to any program on the machine.
 */
const isRefused = specialAddresses('metadata', 'link-local', 'unspecified', 'multicast');

export const isLoopbackAddress = specialAddresses('loopback');

/** Private networks of an organization, which a file of a project must not lead into. */
const isPrivate = specialAddresses('private', 'site-local', 'benchmark', 'translated', 'tunnel');

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
  if (isIP(address) === 0 || isRefused(address)) return false;
  if (refusesPrivate && isPrivate(address)) return false;
  return allowsLoopback || !isLoopbackAddress(address);
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
