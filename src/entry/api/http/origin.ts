import { BlockList, isIP, isIPv6 } from 'node:net';

/** Tells who called, behind proxies that are trusted to say so. */
export type CallOrigin = (
  remote: string | undefined,
  forwarded: string | undefined,
) => string | undefined;

/** More hops than anybody has; the rest was made up. */
const maxHops = 20;

/**
 * `proxies`: addresses and networks like `10.0.0.0/8`. `X-Forwarded-For` is read from its end, where
 * the nearest proxy wrote, and as far as each who wrote is one of them: what stands before was said
 * by the caller, who may say anything. Of others the header is not looked at.
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

/** True for a caller at one of the addresses: the direct peer, whatever it says of others. */
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
  const trusted = listOf(proxies);
  return (address) => trusted.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
}

/** Where an address or a network is one, its parts. */
function networkOf(text: string): { readonly address: string; readonly bits: number } | undefined {
  const [, address = '', size] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(text) ?? [];
  const max = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1;
  const bits = size === undefined ? max : Number(size);
  return max > 0 && bits <= max ? { address, bits } : undefined;
}

function listOf(proxies: readonly string[]): BlockList {
  const list = new BlockList();
  for (const proxy of proxies) {
    const network = networkOf(proxy);
    if (network === undefined) continue;
    const { address, bits } = network;
    list.addSubnet(address, bits, isIPv6(address) ? 'ipv6' : 'ipv4');
  }
  return list;
}

/** An address as a list has it; some proxies write the port behind it. */
function plain(text: string): string | undefined {
  const trimmed = text.trim();
  const [, bracketed] = /^\[([^\]]+)\](?::\d+)?$/.exec(trimmed) ?? [];
  const [, withPort] = /^([\d.]+):\d+$/.exec(trimmed) ?? [];
  const address = bracketed ?? withPort ?? trimmed;
  const [, mapped] = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address) ?? [];
  const bare = (mapped ?? address).split('%')[0] ?? '';
  return isIP(bare) === 0 ? undefined : bare;
}
