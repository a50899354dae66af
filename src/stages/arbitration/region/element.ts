import { canonicalJson, isJsonArray, isJsonObject, type Json } from '../../../model/json.ts';
import { parsedDocument } from '../../../model/parsed-json.ts';
import {
  isPolicyDocument,
  normalizePolicy,
  normalStatements,
} from '../../../model/policy-document.ts';
import { compareKeys } from '../../../model/text.ts';

/**
 * Identity of a value: equal for texts that contain the same JSON document and for equivalent
 * policy documents.
 */
export function elementValueKey(value: Json): string {
  const document = typeof value === 'string' ? parsedDocument(value) : undefined;
  if (document !== undefined) return `text ${canonicalJson(normalized(document))}`;
  return canonicalJson(normalized(value));
}

function normalized(value: Json): Json {
  return isPolicyDocument(value) ? normalizePolicy(value) : value;
}

/**
 * The parts of a value: the members of a list, the statements of a policy document, the attributes
 * of any other document one by one. Undefined for a value without parts.
 */
export function elementMembersOf(value: Json): readonly Json[] | undefined {
  if (isJsonArray(value)) return value;
  const document = typeof value === 'string' ? parsedDocument(value) : value;
  if (document === undefined || document === null || typeof document !== 'object') return undefined;
  if (isJsonArray(document)) return document;
  if (isPolicyDocument(document)) return normalStatements(document);
  if (!isJsonObject(document)) return undefined;
  return Object.keys(document).map((key) => ({ [key]: document[key] ?? null }));
}

/**
 * True when the member has everything that the pattern has. Scalars and lists are compared in full.
 */
export function isLikeElement(member: Json, pattern: Json): boolean {
  if (!isJsonObject(pattern)) return elementValueKey(member) === elementValueKey(pattern);
  if (!isJsonObject(member)) return false;
  return Object.keys(pattern).every(
    (key) => Object.hasOwn(member, key) && isLikeElement(member[key] ?? null, pattern[key] ?? null),
  );
}

/** Each value once, in a fixed order. */
export function sortedUniqueElements(values: readonly Json[]): readonly Json[] {
  const byKey = new Map<string, Json>();
  for (const value of values) {
    const key = elementValueKey(value);
    const other = byKey.get(key);
    // If a value is written in two ways, the same one is kept whatever the order.
    if (other === undefined || canonicalJson(value) < canonicalJson(other)) byKey.set(key, value);
  }
  return [...byKey].sort(compareKeys).map(([, value]) => value);
}

/** True when one of the values has the same identity. */
export function isIn(values: readonly Json[], value: Json): boolean {
  const key = elementValueKey(value);
  return values.some((one) => elementValueKey(one) === key);
}
