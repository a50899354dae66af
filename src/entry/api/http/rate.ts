import { isIPv6 } from 'node:net';
import type { Rate, RateLimit } from '../../../adapters/queue/rate-limit.ts';
import { minute } from '../../../model/instant.ts';
import { type ApiRefusal, refuseCall } from './reply.ts';

/** Counts calls, by token or by address. */
export interface CallRate {
  /** Counts a call. Returns headers with the remaining calls, and a refusal where none remain. */
  count(group: string): {
    readonly headers: Readonly<Record<string, string>>;
    readonly refusal: ApiRefusal | undefined;
  };
  /** The refusal that a call would get now, without counting it. */
  refusal(group: string): ApiRefusal | undefined;
}

/**
 * Allows a burst of `perMinute` calls after a quiet minute, then one call for each 1/`perMinute` of
 * a minute.
 */
export function createCallRate(perMinute: number, limitOf: (rate: Rate) => RateLimit): CallRate {
  const limit = limitOf({ burst: perMinute, interval: minute / perMinute });
  const waitOf = (group: string): number => Math.ceil(limit.wait(group) / 1000);
  const policy = { 'ratelimit-policy': `"calls";q=${perMinute};w=60` };
  return {
    count(group) {
      const seconds = waitOf(group);
      if (seconds > 0) {
        const headers = { ...policy, ratelimit: `"calls";r=0;t=${seconds}` };
        return { headers, refusal: tooMany(seconds) };
      }
      limit.take(group);
      return {
        headers: { ...policy, ratelimit: `"calls";r=${limit.left(group)};t=60` },
        refusal: undefined,
      };
    },
    refusal(group) {
      const seconds = waitOf(group);
      return seconds > 0 ? tooMany(seconds) : undefined;
    },
  };
}

function tooMany(seconds: number): ApiRefusal {
  const detail = `Wait ${seconds} s.`;
  const headers = { 'retry-after': String(seconds) };
  return refuseCall(429, 'too-many-calls', 'There were too many calls.', { detail, headers });
}

/**
 * The group that shares a rate: an IPv4 address, or an IPv6 network, since one host can have 2^64
 * addresses.
 */
export function addressGroup(address: string | undefined): string {
  if (address === undefined) return 'address:unknown';
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined) return `address:${mapped}`;
  return `address:${isIPv6(address) ? networkOf(address) : address}`;
}

/** The first 64 bits. */
function networkOf(address: string): string {
  const [head = '', tail] = address.split('%')[0]?.split('::') ?? [];
  const groups = head === '' ? [] : head.split(':');
  const end = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = tail === undefined ? 0 : Math.max(8 - groups.length - end.length, 0);
  const all = [...groups, ...Array<string>(zeros).fill('0'), ...end];
  return all
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':');
}
