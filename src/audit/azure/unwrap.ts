import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../../model/json.ts';
import { recognize } from '../cloudtrail/recognize.ts';
import { firstText, own } from './parts.ts';
import type { AzureShape } from './types.ts';

export type Unwrapped =
  | { readonly kind: 'record'; readonly record: JsonObject; readonly shape: AzureShape }
  /** An Event Grid event about something else. */
  | { readonly kind: 'other-event' }
  /** No Azure record; `name` says what it seems to be. */
  | { readonly kind: 'foreign'; readonly name: string }
  | { readonly kind: 'no-object' };

/** An element of an envelope, or the value itself where it is none. */
export interface Unpacked {
  readonly value: Json;
  /** The value came out of an envelope, so that the digest of the whole is not its own. */
  readonly inside: boolean;
}

/** What logs are wrapped in: exports, pages of the REST API, tables of a query, plain arrays. */
export function unpack(value: Json): readonly Unpacked[] {
  if (isJsonArray(value)) return value.map(inner);
  if (!isJsonObject(value)) return [{ value, inside: false }];
  for (const name of ['records', 'value']) {
    const elements = own(value, name);
    if (isJsonArray(elements)) return elements.map(inner);
  }
  const tables = own(value, 'tables');
  if (isJsonArray(tables)) return tables.flatMap(rowsOf).map(inner);
  return [{ value, inside: false }];
}

function inner(value: Json): Unpacked {
  return { value, inside: true };
}

/** The rows of a query's answer, each as an object; a row that does not fit stays as it is. */
function rowsOf(table: Json): readonly Json[] {
  if (!isJsonObject(table)) return [table];
  const columns = own(table, 'columns');
  const rows = own(table, 'rows');
  if (!isJsonArray(columns) || !isJsonArray(rows)) return [table];
  const names = columns.map((column) =>
    isJsonObject(column) ? (firstText(column, 'name') ?? '') : '',
  );
  return rows.map((row) => {
    if (!isJsonArray(row) || row.length !== names.length) return row;
    return Object.fromEntries(names.map((name, i) => [name, row[i] ?? null]));
  });
}

/** Tells the shape by members that only it has. */
export function identify(value: Json): Unwrapped {
  if (!isJsonObject(value)) return { kind: 'no-object' };
  const has = (...names: readonly string[]): boolean =>
    names.some((name) => own(value, name) !== undefined);
  if (has('data') && has('eventType', 'type') && has('eventTime', 'time')) return grid(value);
  if (has('OperationNameValue', 'ActivityStatusValue', 'ActivityStatus')) {
    return { kind: 'record', record: value, shape: 'log-analytics' };
  }
  if (!has('operationName')) return { kind: 'foreign', name: recognize(value) };
  if (has('eventTimestamp', 'eventDataId') || isJsonObject(own(value, 'operationName'))) {
    return { kind: 'record', record: value, shape: 'rest' };
  }
  return has('resourceId', 'correlationId', 'resultType')
    ? { kind: 'record', record: value, shape: 'diagnostic' }
    : { kind: 'foreign', name: recognize(value) };
}

const aboutResources =
  /^Microsoft\.Resources\.Resource(?:Write|Delete|Action)(?:Success|Failure|Cancel)$/i;

function grid(record: JsonObject): Unwrapped {
  const type = firstText(record, 'eventType', 'type') ?? '';
  return aboutResources.test(type)
    ? { kind: 'record', record, shape: 'event-grid' }
    : { kind: 'other-event' };
}
