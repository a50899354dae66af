import { isJsonArray, isJsonObject, type Json, type JsonObject, own } from '../../../model/json.ts';
import { parsedJson } from '../../../model/parsed-json.ts';
import { jsonDepth } from '../scan/depth.ts';
import { fieldTextAt, objectAt } from './fields.ts';

export type Opened =
  /** `raw` is the record's own text, if the envelope had it as a text. */
  | {
      readonly kind: 'record';
      readonly record: JsonObject;
      readonly raw?: string;
      readonly cluster?: string;
    }
  | { readonly kind: 'drop'; readonly reason: 'other-event' | 'other-log' }
  | { readonly kind: 'broken'; readonly message: string };

/** Members whose arrays hold records, in all kinds of logs and pages of APIs. */
export const containers: readonly string[] = [
  // CloudTrail's files, LookupEvents
  'Records',
  'Events',
  // Event Hubs, and pages of Azure's REST API
  'records',
  'value',
  // pages of `entries.list`
  'entries',
  // EventList of Kubernetes, CloudWatch's answers
  'items',
  'events',
];

/**
 * Members of envelopes that say something about all their records, so that they are taken together.
 */
const wholes: readonly string[] = [...containers, 'logEvents', 'receivedMessages'];

export interface Around {
  readonly maxDepth: number;
  /** True for an object that is a record itself, whatever members it has. */
  readonly isRecord: (object: JsonObject) => boolean;
  readonly cluster?: string;
}

/** The records in one object of a log: the object itself, or the content of its envelope. */
export function open(object: JsonObject, around: Around): readonly Opened[] {
  if (isTrailRecord(object)) return [{ kind: 'record', record: object }];
  const group = clusterOfGroup(fieldTextAt(object, 'logGroup'));
  const inner = group === undefined ? around : { ...around, cluster: group };
  for (const name of wholes) {
    const elements = own(object, name);
    if (isJsonArray(elements)) return elements.flatMap((each) => openElement(each, inner));
  }
  const tables = own(object, 'tables');
  if (isJsonArray(tables)) {
    return tables.flatMap(rowsOf).flatMap((each) => openElement(each, inner));
  }
  return openOne(object, inner);
}

/** Checked first, because it is the most frequent case. */
function isTrailRecord(object: JsonObject): boolean {
  return typeof own(object, 'eventSource') === 'string' && own(object, 'eventName') !== undefined;
}

function openElement(element: Json, around: Around): readonly Opened[] {
  if (isJsonObject(element)) return open(element, around);
  return [{ kind: 'broken', message: 'The record is not a JSON object.' }];
}

function openOne(object: JsonObject, around: Around): readonly Opened[] {
  if (own(object, 'EventId') !== undefined || own(object, 'CloudTrailEvent') !== undefined) {
    return [parsed(own(object, 'CloudTrailEvent'), 'CloudTrailEvent', around)];
  }
  const detail = own(object, 'detail');
  if (own(object, 'detail-type') !== undefined && isJsonObject(detail)) {
    return around.isRecord(detail)
      ? [recordIn(detail, around)]
      : [{ kind: 'drop', reason: 'other-event' }];
  }
  if (isClusterLog(object)) return [openClusterLog(object, around)];
  if (around.isRecord(object)) return [recordIn(object, around)];
  return openMessage(object, around);
}

/** Opens a message of Pub/Sub or CloudWatch; any other object is returned unchanged. */
function openMessage(object: JsonObject, around: Around): readonly Opened[] {
  if (fieldTextAt(object, 'messageType') === 'CONTROL_MESSAGE') {
    return [{ kind: 'drop', reason: 'other-log' }];
  }
  // AKS uses the same envelope for the logs of other components.
  if (
    fieldTextAt(object, 'category') !== undefined &&
    fieldTextAt(objectAt(object, 'properties'), 'log')
  ) {
    return [{ kind: 'drop', reason: 'other-log' }];
  }
  const message = own(object, 'message');
  const data = isJsonObject(message) ? own(message, 'data') : undefined;
  if (typeof data === 'string') {
    const text = Buffer.from(data, 'base64').toString('utf8');
    return [parsed(text, 'The data of the message', around)];
  }
  for (const name of ['message', '@message', 'log', 'log_s']) {
    const line = own(object, name);
    if (typeof line === 'string') return [openLine(line, withResource(object, around))];
    if (isJsonObject(line) && around.isRecord(line)) {
      return [recordIn(line, withResource(object, around))];
    }
  }
  return [recordIn(object, around)];
}

/**
 * True for a record that the diagnostic settings of an AKS cluster write for the API server's audit
 * log.
 */
function isClusterLog(object: JsonObject): boolean {
  const category = fieldTextAt(object, 'category') ?? fieldTextAt(object, 'Category');
  return category !== undefined && /^kube-audit/.test(category);
}

function openClusterLog(object: JsonObject, around: Around): Opened {
  const inner = withResource(object, around);
  const properties = own(object, 'properties');
  for (const holder of [object, isJsonObject(properties) ? properties : {}]) {
    for (const name of ['log', 'log_s']) {
      const line = own(holder, name);
      if (typeof line === 'string') return openLine(line, inner);
      if (isJsonObject(line)) return recordIn(line, inner);
    }
  }
  return { kind: 'broken', message: 'The record of the cluster has no log.' };
}

function withResource(object: JsonObject, around: Around): Around {
  const resource = fieldTextAt(object, 'resourceId') ?? fieldTextAt(object, '_ResourceId');
  return resource === undefined ? around : { ...around, cluster: resource.toLowerCase() };
}

/** The same log has lines of other components, which are not JSON, or other JSON. */
function openLine(text: string, around: Around): Opened {
  if (!text.trimStart().startsWith('{')) return { kind: 'drop', reason: 'other-log' };
  const opened = parsed(text, 'The message', around);
  if (opened.kind !== 'record' || around.isRecord(opened.record)) return opened;
  return { kind: 'drop', reason: 'other-log' };
}

/** A record that is JSON in a text. */
function parsed(text: Json | undefined, name: string, around: Around): Opened {
  if (typeof text !== 'string') return { kind: 'broken', message: `The event has no ${name}.` };
  if (jsonDepth(text, around.maxDepth) > around.maxDepth) {
    return { kind: 'broken', message: `${name} is nested too deeply.` };
  }
  const record = parsedJson(text);
  if (isJsonObject(record)) return { ...recordIn(record, around), raw: text };
  return { kind: 'broken', message: `${name} is not a JSON object.` };
}

function recordIn(
  record: JsonObject,
  { cluster }: Around,
): Extract<Opened, { readonly kind: 'record' }> {
  return { kind: 'record', record, ...(cluster === undefined ? {} : { cluster }) };
}

/** EKS names the log group after the cluster. */
function clusterOfGroup(group: string | undefined): string | undefined {
  return /^\/aws\/eks\/([^/]+)\/cluster$/.exec(group ?? '')?.[1];
}

/**
 * The rows of a table in the answer to a query of Log Analytics, each as an object; a row that does
 * not fit stays unchanged.
 */
function rowsOf(table: Json): readonly Json[] {
  if (!isJsonObject(table)) return [table];
  const columns = own(table, 'columns');
  const rows = own(table, 'rows');
  if (!isJsonArray(columns) || !isJsonArray(rows)) return [table];
  const names = columns.map((column) =>
    isJsonObject(column) ? (fieldTextAt(column, 'name') ?? '') : '',
  );
  return rows.map((row) => {
    if (!isJsonArray(row) || row.length !== names.length) return row;
    return Object.fromEntries(names.map((name, i) => [name, row[i] ?? null]));
  });
}
