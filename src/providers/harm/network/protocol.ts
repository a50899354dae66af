import { own } from '../../../model/json.ts';
import type { TrafficRule } from './types.ts';

const numbers: Readonly<Record<string, string>> = {
  '-1': '*',
  '1': 'icmp',
  '6': 'tcp',
  '17': 'udp',
  '50': 'esp',
  '51': 'ah',
  '58': 'icmpv6',
  '132': 'sctp',
  all: '*',
  any: '*',
  'icmp-v6': 'icmpv6',
  ipv6_icmp: 'icmpv6',
  'ipv6-icmp': 'icmpv6',
};

/** The lower-case name of a protocol, whatever the cloud calls it; `*` for all. */
export function normalizeProtocol(text: string): string {
  const lower = text.trim().toLowerCase();
  return own(numbers, lower) ?? lower;
}

/** True for protocols with ports. Named ports are treated as separate protocols. */
export function hasPorts(protocol: string): boolean {
  return protocol === 'tcp' || protocol === 'udp' || protocol === 'sctp';
}

/** Represents every protocol that no rule names. */
export const otherProtocols = 'other';

/** The protocols that must be compared to cover all of these rules. */
export function protocolsToCompare(rules: readonly TrafficRule[]): readonly string[] {
  const named = rules.map(({ protocol }) => protocol).filter((one) => one !== '*');
  const all = rules.some(({ protocol }) => protocol === '*') || named.length < rules.length;
  return [...new Set([...named, ...(all ? ['tcp', 'udp', 'icmp', otherProtocols] : [])])].sort();
}
