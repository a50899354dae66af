import { isJsonArray, isJsonObject, type Json, type JsonObject, own } from '../../../model/json.ts';
import { parsedJson } from '../../../model/parsed-json.ts';
import { jsonDepth } from '../scan/depth.ts';

/** Deeper JSON inside a text would be a trap for all code that traverses it. */
const maxDepth = 100;

/** The JSON in a text; undefined if it is not JSON, is cut off, or is too deep. */
export function parsedText(text: string): Json | undefined {
  return jsonDepth(text, maxDepth) > maxDepth ? undefined : parsedJson(text);
}

export interface ObjectPart {
  readonly value: JsonObject;
  /** True if there is something, but not an object. */
  readonly lost: boolean;
}

/** The first of the members that is an object, or a text with the JSON of one. */
export function objectPart(record: JsonObject, ...names: readonly string[]): ObjectPart {
  let lost = false;
  for (const name of names) {
    const value = own(record, name);
    if (value === undefined || value === null || value === '') continue;
    const object = typeof value === 'string' ? parsedText(value) : value;
    if (isJsonObject(object)) return { value: object, lost: false };
    lost = true;
  }
  return { value: {}, lost };
}

/** The first text under these names, trimmed; `{value, localizedValue}` counts as its value. */
export function firstText(record: JsonObject, ...names: readonly string[]): string | undefined {
  for (const name of names) {
    const found = own(record, name);
    const value = isJsonObject(found) ? own(found, 'value') : found;
    const text = typeof value === 'string' ? value.trim() : '';
    if (text !== '') return text;
  }
  return undefined;
}

export type RecordBody =
  | { readonly kind: 'absent' }
  | { readonly kind: 'present'; readonly value: Json }
  /** It was cut, or is not JSON. */
  | { readonly kind: 'lost' };

/** `requestbody` or `responseBody`, whose case differs from record to record. */
export function recordBody(properties: JsonObject, name: string): RecordBody {
  const key = partKey(properties, name);
  const value = key === undefined ? undefined : own(properties, key);
  if (value === undefined || value === null || value === '') return { kind: 'absent' };
  const body = typeof value === 'string' ? parsedText(value) : value;
  if (body === null) return { kind: 'absent' };
  return isJsonObject(body) || isJsonArray(body)
    ? { kind: 'present', value: body }
    : { kind: 'lost' };
}

/** The own key that equals `name` except for case. */
export function partKey(object: JsonObject, name: string): string | undefined {
  return Object.keys(object).find((key) => key.toLowerCase() === name);
}
