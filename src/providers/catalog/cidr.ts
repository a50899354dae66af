import { isIPv4, isIPv6 } from 'node:net';

/**
 * A CIDR as EC2 stores it: bits after the prefix are cleared, IPv6 is in its short lower-case form.
 * Text that is not a CIDR is returned unchanged.
 */
export function canonicalCidr(text: string): string {
  const [address = '', prefix = ''] = text.trim().split('/');
  const bits = /^\d{1,3}$/.test(prefix) ? Number(prefix) : Number.NaN;
  if (isIPv4(address) && bits <= 32) return `${maskIpv4(address, bits)}/${bits}`;
  if (isIPv6(address) && bits <= 128 && !address.includes('%')) {
    return `${maskIpv6(address, bits)}/${bits}`;
  }
  return text;
}

function maskIpv4(address: string, bits: number): string {
  const value = address.split('.').reduce((sum, part) => sum * 256 + Number(part), 0);
  const size = 2 ** (32 - bits);
  const network = Math.floor(value / size) * size;
  return [24, 16, 8, 0].map((shift) => Math.floor(network / 2 ** shift) % 256).join('.');
}

function maskIpv6(address: string, bits: number): string {
  const groups = expand(shortForm(address));
  const masked = groups.map((group, index) => {
    const kept = Math.min(16, Math.max(0, bits - index * 16));
    const size = 2 ** (16 - kept);
    return (Math.floor(group / size) * size).toString(16);
  });
  return shortForm(masked.join(':'));
}

/** The URL parser writes IPv6 hosts in their canonical short form, without dotted-decimal tails. */
function shortForm(address: string): string {
  return new URL(`http://[${address}]/`).hostname.slice(1, -1);
}

function expand(address: string): readonly number[] {
  const [head = '', tail = ''] = address.split('::');
  const before = head === '' ? [] : head.split(':');
  const after = tail === '' ? [] : tail.split(':');
  const zeros: string[] = Array(8 - before.length - after.length).fill('0');
  return [...before, ...zeros, ...after].map((group) => Number.parseInt(group, 16));
}
