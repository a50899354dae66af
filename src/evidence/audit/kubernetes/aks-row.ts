import { isJsonArray, isJsonObject, type Json, type JsonObject, own } from '../../../model/json.ts';
import { parsedJson } from '../../../model/parsed-json.ts';
import { defined, fieldTextAt } from '../core/fields.ts';
import { jsonDepth } from '../scan/depth.ts';
import type { FoundEvent } from './types.ts';

/** Deeper JSON inside a column would be a trap for all code that traverses it. */
const maxDepth = 100;

/** True for a row of `AKSAudit` or `AKSAuditAdmin`, the tables of Log Analytics. */
export function isAksRow(object: JsonObject): boolean {
  return own(object, 'AuditId') !== undefined && own(object, 'Verb') !== undefined;
}

/**
 * The row as the event of audit.k8s.io from which it was made; `cluster` is used if it names none.
 */
export function aksEvent(row: JsonObject, cluster: string): FoundEvent {
  const record = defined({
    kind: 'Event',
    apiVersion: 'audit.k8s.io/v1',
    level: fieldTextAt(row, 'Level'),
    auditID: fieldTextAt(row, 'AuditId'),
    stage: fieldTextAt(row, 'Stage'),
    requestURI: fieldTextAt(row, 'RequestUri'),
    verb: fieldTextAt(row, 'Verb'),
    user: objectIn(row, 'User'),
    impersonatedUser: objectIn(row, 'ImpersonatedUser'),
    sourceIPs: listIn(row, 'SourceIps'),
    userAgent: fieldTextAt(row, 'UserAgent'),
    objectRef: objectIn(row, 'ObjectRef'),
    responseStatus: objectIn(row, 'ResponseStatus'),
    requestObject: valueIn(row, 'RequestObject'),
    responseObject: objectIn(row, 'ResponseObject'),
    stageTimestamp:
      fieldTextAt(row, 'StageReceivedTime') ??
      fieldTextAt(row, 'TimeGenerated') ??
      fieldTextAt(row, 'TimeGenerated [UTC]'),
    annotations: objectIn(row, 'Annotations'),
  });
  return { record, cluster: fieldTextAt(row, '_ResourceId')?.toLowerCase() ?? cluster };
}

function objectIn(row: JsonObject, name: string): JsonObject | undefined {
  const value = valueIn(row, name);
  return isJsonObject(value) ? value : undefined;
}

function listIn(row: JsonObject, name: string): readonly Json[] | undefined {
  const value = valueIn(row, name);
  return isJsonArray(value) ? value : undefined;
}

/** Exports write dynamic columns as texts of JSON, and empty ones as empty texts. */
function valueIn(row: JsonObject, name: string): Json | undefined {
  const value = own(row, name);
  if (value === null) return undefined;
  if (typeof value !== 'string') return value;
  if (!/^\s*[[{]/.test(value) || jsonDepth(value, maxDepth) > maxDepth) return undefined;
  return parsedJson(value);
}
