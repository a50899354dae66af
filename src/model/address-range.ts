import { formatIpAddress, parseIpAddress } from './ip-address.ts';

/** The addresses of one family from `first` to `last`, both included. */
export interface AddressRange {
  /** 32 for IPv4, 128 for IPv6. */
  readonly bits: 32 | 128;
  readonly first: bigint;
  readonly last: bigint;
}

/** All addresses of IPv4 and of IPv6. */
export const everyAddress: readonly AddressRange[] = [
  { bits: 32, first: 0n, last: (1n << 32n) - 1n },
  { bits: 128, first: 0n, last: (1n << 128n) - 1n },
];

/** The range of `10.0.0.0/8`, `10.0.0.1`, or `10.0.0.1-10.0.0.9`; undefined for other text. */
export function parseRange(text: string): AddressRange | undefined {
  const trimmed = text.trim();
  const [from = '', to, ...more] = trimmed.split('-');
  if (to !== undefined && more.length === 0) return rangeBetween(from, to);
  const [, address = '', prefix] = /^([^/]+?)(?:\/(\d{1,3}))?$/.exec(trimmed) ?? [];
  const parsed = parseIpAddress(address);
  if (parsed === undefined) return undefined;
  const length = prefix === undefined ? parsed.bits : Number(prefix);
  if (length > parsed.bits) return undefined;
  const host = BigInt(parsed.bits - length);
  const first = (parsed.value >> host) << host;
  return { bits: parsed.bits, first, last: first + (1n << host) - 1n };
}

/** The range between two addresses of one family, in either order. Undefined for other texts. */
export function rangeBetween(from: string, to: string): AddressRange | undefined {
  const [a, b] = [parseIpAddress(from.trim()), parseIpAddress(to.trim())];
  if (a === undefined || b === undefined || a.bits !== b.bits) return undefined;
  const [first, last] = a.value <= b.value ? [a.value, b.value] : [b.value, a.value];
  return { bits: a.bits, first, last };
}

/** The number of addresses in the range. */
export function rangeSize({ first, last }: AddressRange): bigint {
  return last - first + 1n;
}

/**
 * True for a range larger than anyone's own network: more than a 256th of IPv4, or a 65,536th of
 * IPv6.
 */
export function isWideRange(range: AddressRange | undefined): boolean {
  return range !== undefined && rangeSize(range) > 1n << (range.bits === 32 ? 24n : 112n);
}

/** The same addresses in as few ranges as possible, sorted, IPv4 first. */
export function mergedRanges(ranges: readonly AddressRange[]): readonly AddressRange[] {
  const sorted = [...ranges].sort(compareRanges);
  const merged: AddressRange[] = [];
  for (const next of sorted) {
    const last = merged.at(-1);
    if (last === undefined || last.bits !== next.bits || next.first > last.last + 1n) {
      merged.push(next);
    } else if (next.last > last.last) {
      merged[merged.length - 1] = { ...last, last: next.last };
    }
  }
  return merged;
}

function compareRanges(a: AddressRange, b: AddressRange): number {
  if (a.bits !== b.bits) return a.bits - b.bits;
  if (a.first !== b.first) return a.first < b.first ? -1 : 1;
  return a.last < b.last ? -1 : a.last > b.last ? 1 : 0;
}

/** True if the ranges have an address in common. */
export function rangesMeet(a: AddressRange, b: AddressRange): boolean {
  return a.bits === b.bits && a.first <= b.last && b.first <= a.last;
}

/** True if `outer` contains each address of `inner`. */
export function rangeHolds(outer: AddressRange, inner: AddressRange): boolean {
  return outer.bits === inner.bits && outer.first <= inner.first && inner.last <= outer.last;
}

/** The rest of a range without some others, in order. */
export function rangeWithout(
  whole: AddressRange,
  holes: readonly AddressRange[],
): readonly AddressRange[] {
  let left: readonly AddressRange[] = [whole];
  for (const hole of holes) {
    left = left.flatMap((one) => {
      if (!rangesMeet(one, hole)) return [one];
      const below = { ...one, last: hole.first - 1n };
      const above = { ...one, first: hole.last + 1n };
      return [below, above].filter(({ first, last }) => first <= last);
    });
  }
  return left;
}

/** The networks in CIDR notation that make up the range, in order. */
export function cidrsOf({ bits, first, last }: AddressRange): readonly string[] {
  const cidrs: string[] = [];
  for (let at = first; at <= last; ) {
    let host = 0;
    while (host < bits && fits(at, BigInt(host + 1), last)) host += 1;
    cidrs.push(`${formatIpAddress(at, bits)}/${bits - host}`);
    at += 1n << BigInt(host);
  }
  return cidrs;
}

function fits(at: bigint, host: bigint, last: bigint): boolean {
  const size = 1n << host;
  return at % size === 0n && at + size - 1n <= last;
}

const networks = (texts: readonly string[]): readonly AddressRange[] =>
  texts.flatMap((text) => parseRange(text) ?? []);

/**
 * Networks that no request from the internet can come from: RFC 1918, 4193, 6598, 3927, loopback.
 */
const privateNetworks = networks([
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.168.0.0/16',
  'fc00::/7',
  'fe80::/10',
  '::1/128',
]);

/** True for a range without any public address. */
export function isPrivateRange(range: AddressRange): boolean {
  return privateNetworks.some((network) => rangeHolds(network, range));
}
