import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../../model/json.ts';
import { recognize } from '../cloudtrail/recognize.ts';

export type Unwrapped =
  | { readonly kind: 'entry'; readonly entry: JsonObject }
  | { readonly kind: 'broken' }
  /** No log entry at all; `name` says what it seems to be. */
  | { readonly kind: 'foreign'; readonly name: string };

/** Members of which a log entry has at least one, and nothing else that is given by mistake has. */
const members: readonly string[] = [
  'protoPayload',
  'jsonPayload',
  'textPayload',
  'insertId',
  'logName',
  'logname',
];

/** The entries in one object of an export: itself, or the page that it is. */
export function unwrap(object: JsonObject): readonly Unwrapped[] {
  const page = Object.hasOwn(object, 'entries') ? object['entries'] : undefined;
  return isJsonArray(page) ? page.map(unwrapOne) : [unwrapOne(object)];
}

function unwrapOne(value: Json): Unwrapped {
  if (!isJsonObject(value)) return { kind: 'broken' };
  if (Object.hasOwn(value, 'protopayload_auditlog')) {
    return { kind: 'foreign', name: 'a row of a BigQuery table' };
  }
  if (members.some((name) => Object.hasOwn(value, name))) return { kind: 'entry', entry: value };
  return { kind: 'foreign', name: nameOf(value) };
}

function nameOf(object: JsonObject): string {
  const isTrail = Object.hasOwn(object, 'eventSource') && Object.hasOwn(object, 'eventName');
  return isTrail || Object.hasOwn(object, 'Records') ? 'a CloudTrail log' : recognize(object);
}
