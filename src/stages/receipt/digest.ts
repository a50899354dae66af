import { createHash } from 'node:crypto';
import { type Json, sortedKeys } from '../../model/json.ts';
import type { Sha256 } from '../../model/receipt.ts';

export function sha256(...parts: readonly (Uint8Array | string)[]): Buffer {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
}

/** Digest of the value as JSON with sorted keys; undefined members are left out. */
export function jsonDigest(value: unknown): Sha256 {
  return textDigest(plainText(value));
}

export function textDigest(text: string): Sha256 {
  return sha256(text).toString('hex');
}

/**
 * The value as JSON with sorted keys, in the form in which it is stored and compared byte by byte.
 */
export function plainText(value: unknown): string {
  return textOf(value, new Map());
}

/** `names` caches the text of member names, since thousands of objects have the same ones. */
function textOf(value: unknown, names: Map<string, string>): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value ?? null);
  if (Array.isArray(value)) {
    // Joined, because a long string built by concatenation stays in pieces until it is read.
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

/** The value after conversion to JSON, which leaves out undefined members. */
export function plainJson(value: unknown): Json {
  return JSON.parse(JSON.stringify(value)) as Json;
}

/**
 * The bytes, if the text is base64 in the canonical form that an encoder writes; otherwise
 * undefined.
 */
export function base64Bytes(text: string): Buffer | undefined {
  const bytes = Buffer.from(text, 'base64');
  return bytes.toString('base64') === text ? bytes : undefined;
}
