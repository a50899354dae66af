import { isIPv4, isIPv6 } from 'node:net';
import type { Json } from '../../../model/json.ts';
import { canonicalCidr } from '../../catalog/cidr.ts';

interface Range {
  readonly address: string;
  readonly bits: number;
}

/** Address ranges by the length of their prefix. */
export type Ranges = ReadonlyMap<number, ReadonlySet<string>>;

/** The address ranges among some values. */
export function cidrRanges(values: Iterable<Json>): Ranges {
  const found = new Map<number, Set<string>>();
  for (const value of values) {
    const range = rangeOf(value);
    if (range === undefined) continue;
    const known = found.get(range.bits) ?? new Set<string>();
    found.set(range.bits, known.add(network(range.address, range.bits)));
  }
  return found;
}

/** True if the value is an address range inside another one. */
export function isWithinNetwork(value: Json, ranges: Ranges): boolean {
  const range = ranges.size === 0 ? undefined : rangeOf(value);
  if (range === undefined) return false;
  return [...ranges].some(
    ([bits, networks]) => bits < range.bits && networks.has(network(range.address, bits)),
  );
}

/** The prefix length of an address range, or undefined if it is not one. */
export function cidrPrefix(text: string): number | undefined {
  return rangeOf(text)?.bits;
}

function network(address: string, bits: number): string {
  return canonicalCidr(`${address}/${bits}`);
}

function rangeOf(value: Json): Range | undefined {
  if (typeof value !== 'string') return undefined;
  const [address = '', prefix] = value.trim().split('/');
  const max = isIPv4(address) ? 32 : isIPv6(address) ? 128 : undefined;
  if (max === undefined || (prefix !== undefined && !/^\d{1,3}$/.test(prefix))) return undefined;
  const bits = prefix === undefined ? max : Number(prefix);
  return bits <= max ? { address, bits } : undefined;
}
