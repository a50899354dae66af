import { isIPv6 } from 'node:net';

export interface ParsedAddress {
  readonly value: bigint;
  readonly bits: 32 | 128;
}

/** Parses an IPv4 or IPv6 address. Leading zeros in IPv4 numbers are decimal, as in Terraform. */
export function parseIpAddress(text: string): ParsedAddress | undefined {
  if (text.includes(':')) {
    const groups = ipv6Groups(text.replace(/\d+\.[\d.]+$/, withoutLeadingZeros));
    return groups && { value: numberOf(groups, 16n), bits: 128 };
  }
  const parts = /^(\d+)\.(\d+)\.(\d+)\.(\d+)$/.exec(text)?.slice(1).map(Number) ?? [];
  if (parts.length !== 4 || parts.some((part) => part > 255)) return undefined;
  return { value: numberOf(parts, 8n), bits: 32 };
}

function withoutLeadingZeros(ipv4: string): string {
  return ipv4.replace(/\b0+(?=\d)/g, '');
}

/** Eight numbers of 16 bits; undefined if it is not an IPv6 address, or one with a zone (`%eth0`). */
export function ipv6Groups(text: string): readonly number[] | undefined {
  if (!isIPv6(text) || text.includes('%')) return undefined;
  const [head = '', tail] = canonical(text).split('::');
  const before = hexNumbers(head);
  if (tail === undefined) return before;
  const after = hexNumbers(tail);
  return [...before, ...Array<number>(8 - before.length - after.length).fill(0), ...after];
}

/** As RFC 5952 writes it, with an IPv4 part in hexadecimal digits. */
function canonical(address: string): string {
  return new URL(`http://[${address}]/`).hostname.slice(1, -1);
}

function hexNumbers(text: string): readonly number[] {
  return text === '' ? [] : text.split(':').map((group) => Number.parseInt(group, 16));
}

function numberOf(parts: readonly number[], size: bigint): bigint {
  return parts.reduce((value, part) => (value << size) | BigInt(part), 0n);
}

/** The text as Go prints it: IPv4-mapped addresses as IPv4. */
export function formatIpAddress(value: bigint, bits: number): string {
  if (bits === 32 || value >> 32n === 0xffffn) return partsOf(value, 4, 8n).join('.');
  return canonical(
    partsOf(value, 8, 16n)
      .map((group) => group.toString(16))
      .join(':'),
  );
}

function partsOf(value: bigint, count: number, size: bigint): readonly number[] {
  return Array.from({ length: count }, (_, index) =>
    Number(BigInt.asUintN(Number(size), value >> (size * BigInt(count - 1 - index)))),
  );
}
