import { isIP } from 'node:net';
import { addressesIn, type Subnet } from '../../../adapters/net/special-ranges.ts';

/** Determines the address of the caller, behind trusted proxies. */
export type CallOrigin = (
  remote: string | undefined,
  forwarded: string | undefined,
) => string | undefined;

/** More hops than anybody has; the rest was made up. */
const maxHops = 20;

/**
 * `proxies` are addresses and networks such as `10.0.0.0/8`. `X-Forwarded-For` is read from its
 * end, where the nearest proxy wrote, for as long as each writer is a trusted proxy. Everything
 * before that comes from the caller and could be made up. From untrusted peers the header is
 * ignored.
 */
export function createOrigin(proxies: readonly string[]): CallOrigin {
  const isTrusted = trustIn(proxies);
  return (remote, forwarded) => {
    let caller = plain(remote ?? '');
    if (caller === undefined) return remote;
    const hops = (forwarded ?? '').split(',').slice(-maxHops);
    while (isTrusted(caller)) {
      const before = plain(hops.pop() ?? '');
      if (before === undefined) break;
      caller = before;
    }
    return caller;
  };
}

/** True if the direct peer is one of the addresses, whatever it reports about others. */
export function createPeerTrust(
  proxies: readonly string[],
): (remote: string | undefined) => boolean {
  const isTrusted = trustIn(proxies);
  return (remote) => {
    const address = plain(remote ?? '');
    return address !== undefined && isTrusted(address);
  };
}

function trustIn(proxies: readonly string[]): (address: string) => boolean {
  return addressesIn(proxies.flatMap(networksIn));
}

/** The address or the network in a text; none where it is neither. */
function networksIn(text: string): readonly Subnet[] {
  const [, address = '', size] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(text) ?? [];
  const max = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1;
  const bits = size === undefined ? max : Number(size);
  return max > 0 && bits <= max ? [[address, bits]] : [];
}

/** An address in the form of the list. Some proxies append the port. */
function plain(text: string): string | undefined {
  const trimmed = text.trim();
  const [, bracketed] = /^\[([^\]]+)\](?::\d+)?$/.exec(trimmed) ?? [];
  const [, withPort] = /^([\d.]+):\d+$/.exec(trimmed) ?? [];
  const address = bracketed ?? withPort ?? trimmed;
  const [, mapped] = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address) ?? [];
  const bare = (mapped ?? address).split('%')[0] ?? '';
  return isIP(bare) === 0 ? undefined : bare;
}
