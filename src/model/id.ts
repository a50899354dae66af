import { hexDigest } from './digest.ts';
import type { Drift } from './drift.ts';
import type { Json, JsonObject } from './json.ts';
import { canonicalJson } from './json.ts';
import { pathKey } from './path.ts';

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

interface IdentifiedCreation {
  readonly address: string;
  readonly attributes: JsonObject | null;
  /** Part of the id only where it is given: ids are stored, so neither form may change. */
  readonly withheld?: readonly string[];
}

/** The id of a resource that no code declares. */
export function creationId(creation: IdentifiedCreation): string {
  return contentId('d', { ...creation, path: [] } as unknown as Json);
}

/** The id of a difference that somebody noted, in the notation of people. */
export function notedDriftId({
  address: at,
  path,
  declared,
  live,
}: Pick<Drift, 'address' | 'path' | 'declared' | 'live'>): string {
  return contentId('d', { at, path: pathKey(path), declared, live } as unknown as Json);
}
