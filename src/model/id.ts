import { hexDigest } from './digest.ts';
import type { Drift } from './drift.ts';
import type { Json } from './json.ts';
import { canonicalJson } from './json.ts';

/** `prefix-` and 12 hex digits of the value's SHA-256, so that equal content has equal ids. */
export function contentId(prefix: string, value: Json): string {
  const digest = hexDigest(canonicalJson(value));
  return `${prefix}-${digest.slice(0, 12)}`;
}

/** The id of a difference at a place; a new value on either side results in a new id. */
export function driftId({
  address,
  path,
  declared,
  live,
}: Pick<Drift, 'address' | 'path' | 'declared' | 'live'>): string {
  return contentId('d', { address, path, declared, live } as unknown as Json);
}
