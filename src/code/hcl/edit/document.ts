import { canonicalJson, type Json } from '../../../model/json.ts';
import { parsedDocument } from '../../../model/parsed-json.ts';

/** The JSON object or list that a string contains, as policies do; undefined for any other text. */
export function parseEncodedDocument(text: string): { readonly value: Json } | undefined {
  const value = parsedDocument(text);
  return value === undefined ? undefined : { value };
}

/** True when two strings hold JSON documents that mean the same. */
export function sameDocument(a: Json, b: Json): boolean {
  if (typeof a !== 'string' || typeof b !== 'string') return false;
  const left = parseEncodedDocument(a);
  const right = left === undefined ? undefined : parseEncodedDocument(b);
  if (left === undefined || right === undefined) return false;
  return canonicalJson(left.value) === canonicalJson(right.value);
}
