import type { Json, JsonObject } from '../../model/json.ts';
import { isJsonArray, isJsonObject } from '../../model/json.ts';

/**
 * The request or response of an event does not have the shape that its operation requires. Entries
 * throw it to give up on one event; `translate` turns it into `invalid`.
 */
export class RequestError extends Error {}

/** The event changes a managed resource, but it is unclear which one. The message is a sentence. */
export class AmbiguousError extends RequestError {}

/**
 * A member by name. Services disagree on capitals (`dBInstanceIdentifier`, `FlowLogId`), so an
 * exact match wins, then one that differs only in case. JSON null counts as absent.
 */
export function member(value: Json | undefined, name: string): Json | undefined {
  if (!isJsonObject(value)) return undefined;
  if (Object.hasOwn(value, name)) return value[name] ?? undefined;
  const lower = name.toLowerCase();
  const key = Object.keys(value).find((candidate) => candidate.toLowerCase() === lower);
  return key === undefined ? undefined : (value[key] ?? undefined);
}

/** The member at a dotted path: `requestAt(request, 'vpcConfig.subnetIds')`. */
export function requestAt(value: Json | undefined, path: string): Json | undefined {
  let found = value;
  for (const name of path.split('.')) {
    found = member(found, name);
    if (found === undefined) return undefined;
  }
  return found;
}

/**
 * The elements of a list in any of the forms in CloudTrail: an array, `{items: [...]}`, `{}` or
 * `""` for an empty one, and a single element without a list where XML had only one.
 */
export function items(value: Json | undefined): readonly Json[] {
  if (value === undefined || value === null || value === '') return [];
  if (isJsonArray(value)) return value;
  if (!isJsonObject(value)) return [value];
  const keys = Object.keys(value);
  if (keys.length === 0) return [];
  const wrapper = keys.length === 1 ? keys[0] : undefined;
  if (wrapper !== undefined && listWrappers.has(wrapper)) return items(value[wrapper]);
  return [value];
}

const listWrappers: ReadonlySet<string> = new Set(['items', 'item', 'Item', 'Items', 'member']);

/** The elements at a dotted path; none if the path is absent. */
export function itemsAt(value: Json | undefined, path: string): readonly Json[] {
  return items(requestAt(value, path));
}

/** The objects at a dotted path. Throws if one of the elements is not an object. */
export function objectsAt(value: Json | undefined, path: string): readonly JsonObject[] {
  return itemsAt(value, path).map((item) => {
    if (isJsonObject(item)) return item;
    throw new RequestError(`${path} has a member that is not an object.`);
  });
}

/**
 * Unwraps a scalar: `{value: x}` in EC2's attribute calls, `{tag, content: x}` in records of XML
 * requests.
 */
export function scalar(value: Json | undefined): string | number | boolean | undefined {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') {
    return value;
  }
  if (!isJsonObject(value)) return undefined;
  const inner = member(value, 'value') ?? member(value, 'content');
  return typeof inner === 'object' ? undefined : inner;
}

/** The text at a dotted path; undefined if absent, empty or not a scalar. */
export function textAt(value: Json | undefined, path: string): string | undefined {
  const found = scalar(requestAt(value, path));
  return found === undefined || found === '' ? undefined : String(found);
}

/** The text at a dotted path. Throws if it is missing. */
export function requireText(value: Json | undefined, path: string): string {
  const found = textAt(value, path);
  if (found === undefined) throw new RequestError(`${path} is missing.`);
  return found;
}

/** The texts of the list at a dotted path. */
export function textsAt(value: Json | undefined, path: string): readonly string[] {
  return itemsAt(value, path).map((item) => {
    const text = scalar(item);
    if (text === undefined) throw new RequestError(`${path} has a member that is not text.`);
    return String(text);
  });
}

/** The number at a dotted path; services also write numbers as strings. */
export function numberAt(value: Json | undefined, path: string): number | undefined {
  const found = scalar(requestAt(value, path));
  if (found === undefined || found === '') return undefined;
  const number = typeof found === 'boolean' ? Number.NaN : Number(found);
  if (Number.isFinite(number)) return number;
  throw new RequestError(`${path} is not a number.`);
}

/** The boolean at a dotted path; services also write `"true"` and `"false"`. */
export function boolAt(value: Json | undefined, path: string): boolean | undefined {
  const found = scalar(requestAt(value, path));
  if (found === undefined || found === '') return undefined;
  if (found === true || found === 'true') return true;
  if (found === false || found === 'false') return false;
  throw new RequestError(`${path} is neither true nor false.`);
}

/** Returns the value. Throws if it is undefined. */
export function required<T>(value: T | undefined, what: string): T {
  if (value === undefined) throw new RequestError(`${what} is missing.`);
  return value;
}
