import { createHash } from 'node:crypto';
import { type Json, sortedKeys } from '../../model/json.ts';
import type { Sha256 } from '../../model/receipt.ts';

export function sha256(...parts: readonly (Uint8Array | string)[]): Buffer {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
}

/** Digest of the value as JSON with sorted keys; a member without a value is none. */
export function jsonDigest(value: unknown): Sha256 {
  return textDigest(plainText(value));
}

export function textDigest(text: string): Sha256 {
  return sha256(text).toString('hex');
}

/** The value as JSON with sorted keys, as it is kept and compared byte by byte. */
export function plainText(value: unknown): string {
  return textOf(value, new Map());
}

/** `names` are those that were met so far, as they stand in the text: thousands of objects have the same. */
function textOf(value: unknown, names: Map<string, string>): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value ?? null);
  if (Array.isArray(value)) {
    // Joined, since a long list that is added up stays in pieces until somebody reads it.
    return `[${Array.from(value, (item) => textOf(item, names)).join(',')}]`;
  }
  let text = '';
  const members: Readonly<Record<string, unknown>> = value as Record<string, unknown>;
  for (const name of sortedKeys(Object.keys(members))) {
    const member = members[name];
    if (member === undefined) continue;
    const known = names.get(name) ?? `${JSON.stringify(name)}:`;
    names.set(name, known);
    text += `${text === '' ? '' : ','}${known}${textOf(member, names)}`;
  }
  return `{${text}}`;
}

/** What is left of a value in JSON: a member that is undefined is none, and no null. */
export function plainJson(value: unknown): Json {
  return JSON.parse(JSON.stringify(value)) as Json;
}

/** The bytes, if the text is base64 in the one form that an encoder writes. */
export function base64Bytes(text: string): Buffer | undefined {
  const bytes = Buffer.from(text, 'base64');
  return bytes.toString('base64') === text ? bytes : undefined;
}
