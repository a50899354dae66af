import { isIP } from 'node:net';
import { type AddressRule, isCallable, isLoopbackAddress } from '../../net/address.ts';
import type { StateFailure } from '../failure.ts';

/** Why a URL must not be called, as far as the URL itself shows it. */
export function urlFailure(url: URL, rule: AddressRule): StateFailure | undefined {
  const isWeb = url.protocol === 'https:' || url.protocol === 'http:';
  if (!isWeb || url.username !== '' || url.password !== '') return { kind: 'address' };
  const host = bareHost(url);
  return isIP(host) === 0 || isCallable(host, rule) ? undefined : { kind: 'address' };
}

/** True for an unencrypted URL of this machine, which is an emulator and not a cloud. */
export function isLocal(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const parsed = new URL(url);
  return parsed.protocol === 'http:' && isLocalHost(bareHost(parsed));
}

/** True for a host, with or without a port, that is this machine. */
export function isLocalHost(host: string): boolean {
  const name = host.replace(/:\d+$/, '');
  return name === 'localhost' || (isIP(name) === 4 && isLoopbackAddress(name));
}

function bareHost({ hostname }: URL): string {
  return hostname.replace(/^\[|\]$/g, '');
}
