import { ipv6Groups } from '../../model/ip-address.ts';

/**
 * The IPv4 address that a gateway or the system derives from an IPv6 address: mapped, translated
 * (RFC 6052, RFC 8215, RFC 7915), 6to4 (RFC 3056), or the former compatible form. Undefined for
 * others.
 */
export function embeddedIpv4(address: string): string | undefined {
  const groups = ipv6Groups(address.replace(/%.*$/, ''));
  if (groups === undefined) return undefined;
  const [first = 0, second = 0, third = 0] = groups;
  if (first === 0x2002) return ipv4Of(second, third);
  const isTranslated = first === 0x64 && second === 0xff9b && (third === 0 || third === 1);
  const isMapped = groups.slice(0, 4).every((group) => group === 0);
  // `::` and `::1` are addresses in their own right.
  const isOwn = groups.slice(0, 7).every((group) => group === 0) && (groups[7] ?? 0) < 2;
  if (isOwn || !(isTranslated || (isMapped && isMark(groups)))) return undefined;
  return ipv4Of(groups[6] ?? 0, groups[7] ?? 0);
}

/** Checks the 32 bits before the last 32: each half is all zeros or all ones. */
function isMark(groups: readonly number[]): boolean {
  const [fifth = 0, sixth = 0] = groups.slice(4, 6);
  return (fifth === 0 || fifth === 0xffff) && (sixth === 0 || sixth === 0xffff);
}

function ipv4Of(high: number, low: number): string {
  return [high >> 8, high & 255, low >> 8, low & 255].join('.');
}
