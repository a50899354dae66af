import { type AddressRange, isPrivateRange, rangeSize } from '../../../model/address-range.ts';
import type { Severity } from '../../../model/harm.ts';
import { lessBy } from '../grants/aws/who.ts';
import type { NetworkRegion } from './difference.ts';
import { hasPorts } from './protocol.ts';
import { lastPort } from './types.ts';

/** Ports of shells, databases and control planes. */
const worst = [
  22, 23, 111, 135, 139, 445, 873, 1433, 1521, 2049, 2375, 2376, 2379, 2380, 3306, 3389, 5432, 5601,
  5900, 5984, 5985, 5986, 6379, 6443, 8086, 8500, 9042, 9200, 9300, 10250, 11211, 15672, 27017,
];
const bad = [21, 25, 110, 143, 161, 389, 636, 2181, 3000, 5000, 8080, 8443, 8888, 9090, 9092];
/** The usual ports of public frontends. */
const ordinary = [80, 443];

/** Ports with a well-known service, worst first. */
export const famousPorts: readonly number[] = [...worst, ...bad, ...ordinary];

/** The severity if the entire internet can reach these ports. */
export function portSeverity(protocol: string, from: number, to: number): Severity {
  if (protocol === '*' || (hasPorts(protocol) && from === 0 && to === lastPort)) return 5;
  if (/^icmp/.test(protocol)) return 1;
  const has = (ports: readonly number[]) => ports.some((port) => from <= port && port <= to);
  if (has(worst)) return 5;
  if (has(bad)) return 4;
  if (ordinary.some((port) => port === from && port === to)) return 1;
  return 3;
}

/** How much of the world a set of peers covers. */
export type Width = 'world' | 'wide' | 'some' | 'private' | 'named';

/** The name for everything in Azure, where anyone can rent a machine. */
export const anyAzure = 'all of Azure';

/** Named groups that include outsiders. */
const rentable = /^(?:all of Azure|AzureCloud(?:\.\w+)?)$/i;

/**
 * The widest of the peers that the region is open to. Other named groups count as the user's own.
 */
export function rangeWidth({ ranges, names }: NetworkRegion): Width {
  const ofNames = names.map((one): Width => (rentable.test(one) ? 'wide' : 'named'));
  const widths = [...rangeWidths(ranges), ...ofNames];
  const order = ['world', 'wide', 'some', 'private', 'named'] as const;
  return order.find((one) => widths.includes(one)) ?? 'named';
}

function rangeWidths(ranges: readonly AddressRange[]): readonly Width[] {
  return ([32, 128] as const).flatMap((bits): readonly Width[] => {
    const own = ranges.filter((one) => one.bits === bits);
    if (own.length === 0) return [];
    const open = own.filter((one) => !isPrivateRange(one));
    if (open.length === 0) return ['private'];
    const size = open.reduce((sum, one) => sum + rangeSize(one), 0n);
    // Half of the internet counts as all of it. Only an eighth of IPv6 is in use.
    if (size >= 1n << BigInt(bits === 32 ? 31 : 124)) return ['world'];
    return [size > 1n << BigInt(bits === 32 ? 16 : 96) ? 'wide' : 'some'];
  });
}

/** The severity of newly open traffic; `open` is the one for the entire internet. */
export function openingSeverity(region: NetworkRegion, open: Severity): Severity {
  const width = rangeWidth(region);
  const scaled = scaledBy(width, open);
  if (region.flow === 'in') return scaled;
  return width === 'world' &&
    portSeverity(region.protocol, region.from, region.to) === 5 &&
    isAny(region)
    ? 2
    : 1;
}

function isAny({ protocol, from, to }: NetworkRegion): boolean {
  return protocol === '*' || (from === 0 && to === lastPort);
}

function scaledBy(width: Width, open: Severity): Severity {
  switch (width) {
    case 'world':
      return open;
    case 'wide':
      return lessBy(open, 1);
    case 'some':
      return open === 1 ? 1 : open >= 4 ? 3 : 2;
    case 'private':
    case 'named':
      return open >= 5 ? 2 : 1;
  }
}
