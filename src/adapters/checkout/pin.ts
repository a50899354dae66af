import { isIP } from 'node:net';
import { ok, type Result } from '../../model/result.ts';
import type { AddressLookup, NoAddresses } from '../net/address-lookup.ts';

/**
 * Pins a host's addresses so that git does not look the name up itself: a second lookup could
 * return another address. `http.curloptResolve` has the form HOST:PORT:ADDRESS[,ADDRESS]. Undefined
 * for a URL without a host name: a folder, or an address, which was checked with the rest of the
 * URL.
 */
export async function resolvePin(
  url: string,
  addressesOf: AddressLookup,
  environment: Readonly<Record<string, string>>,
): Promise<Result<string | undefined, NoAddresses>> {
  if (url.startsWith('/')) return ok(undefined);
  const { hostname, port, protocol } = new URL(url);
  if (isIP(hostname.replace(/^\[|\]$/g, '')) !== 0) return ok(undefined);
  const place = `${hostname}:${port || (protocol === 'https:' ? '443' : '80')}`;
  const found = await addressesOf(hostname);
  if (found.ok) return ok(`${place}:${found.value.map(bracketed).join(',')}`);
  if (found.error === 'refused' || !hasProxy(environment)) return found;
  return ok(`${place}:${nowhere}`);
}

/**
 * Behind a proxy, external names often cannot be resolved here, and the proxy resolves them. If git
 * connects directly all the same, as `no_proxy` may demand, it must not reach anything.
 */
const nowhere = '255.255.255.255';

function hasProxy(environment: Readonly<Record<string, string>>): boolean {
  return Object.entries(environment).some(
    ([name, value]) => /^(?:https?|all)_proxy$/i.test(name) && value !== '',
  );
}

function bracketed(address: string): string {
  return isIP(address) === 6 ? `[${address}]` : address;
}

/**
 * True for `git version 2.37` and later, which support `http.curloptResolve`; older versions ignore
 * it.
 */
export function canPin(version: string): boolean {
  const [, major = '0', minor = '0'] = /^git version (\d+)\.(\d+)/.exec(version) ?? [];
  return Number(major) > 2 || (Number(major) === 2 && Number(minor) >= 37);
}
