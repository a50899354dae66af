import { isJsonObject, type Json, type JsonObject, own } from '../../../model/json.ts';
import { parsedJson } from '../../../model/parsed-json.ts';
import { jsonDepth } from '../scan/depth.ts';

/** Deeper JSON inside a text would be a trap for all code that traverses it. */
const maxDepth = 100;

/** The own text at `name`, trimmed; undefined if it is missing, empty or not a text. */
export function fieldTextAt(object: JsonObject, name: string): string | undefined {
  const value = own(object, name);
  if (typeof value !== 'string') return undefined;
  const text = value.trim();
  return text === '' ? undefined : text;
}

/** The own text at `name`, unchanged, for names that are compared; undefined if it is blank. */
export function nameAt(object: JsonObject, name: string): string | undefined {
  const value = own(object, name);
  return typeof value === 'string' && value.trim() !== '' ? value : undefined;
}

/** The own object at `name`; an empty one if it is missing or something else. */
export function objectAt(object: JsonObject, name: string): JsonObject {
  const value = own(object, name);
  return isJsonObject(value) ? value : {};
}

/** Some records have booleans as texts; undefined for anything that is neither. */
export function flagAt(object: JsonObject, name: string): boolean | undefined {
  const value = own(object, name);
  if (typeof value === 'boolean') return value;
  if (typeof value !== 'string') return undefined;
  const text = value.trim().toLowerCase();
  return text === 'true' || text === 'false' ? text === 'true' : undefined;
}

export interface FieldPart {
  readonly value: JsonObject;
  /** True if the log leaves the content out. */
  readonly omitted: boolean;
}

/**
 * A record's request, response or details. Null, an absent one and the text `null` are empty; one
 * that is too large, and text that is not an object, is omitted: something was there.
 */
export function partAt(record: JsonObject, name: string): FieldPart {
  const value = own(record, name);
  const part = typeof value === 'string' ? parsed(value) : value;
  if (part === undefined || part === null) return { value: {}, omitted: false };
  if (!isJsonObject(part) || isOmission(part)) return { value: {}, omitted: true };
  return { value: part, omitted: false };
}

function parsed(text: string): Json {
  if (text.trim() === '') return null;
  if (jsonDepth(text, maxDepth) > maxDepth) return text;
  const value = parsedJson(text);
  return value === undefined ? text : value;
}

/**
 * CloudTrail's placeholder: `{"reason": "... too large", "omitted": true, "originalSize": 149893}`.
 */
function isOmission(part: JsonObject): boolean {
  if (flagAt(part, 'omitted') !== true) return false;
  return Object.hasOwn(part, 'originalSize') || fieldTextAt(part, 'reason') !== undefined;
}

type Defined<T> = { [K in keyof T as undefined extends T[K] ? never : K]: T[K] } & {
  [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined>;
};

/** The object without the properties that are undefined. */
export function defined<T extends object>(object: T): Defined<T> {
  const result: Partial<T> = {};
  for (const key of Object.keys(object) as (keyof T)[]) {
    if (object[key] !== undefined) result[key] = object[key];
  }
  // The condition in the loop guarantees the type.
  return result as unknown as Defined<T>;
}
