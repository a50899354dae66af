import { isJsonArray, isJsonObject, type Json, type JsonObject, own } from '../../../model/json.ts';
import { fieldTextAt } from '../core/fields.ts';

/** Members of the payload that an event holds elsewhere, or that say nothing. */
const placed: ReadonlySet<string> = new Set([
  '@type',
  'at_sign_type',
  'request',
  'response',
  'requestMetadata',
]);

/** Members of the entry, apart from its payload, that describe the change. */
const kept: readonly string[] = ['resource', 'labels', 'operation', 'severity'];

/**
 * Everything in the entry that no other part of an event holds, under the log's own names: the
 * method as it was called, `resourceName`, `metadata` and `serviceData` with their deltas,
 * `authenticationInfo`, `authorizationInfo`, `status`, ... and `resource`, `labels`, `operation`.
 * `bindingDeltas` are those of IAM policies, no matter where the service wrote them.
 */
export function remainingDetails(entry: JsonObject, payload: JsonObject): JsonObject {
  const details = new Map<string, Json>();
  const logName = fieldTextAt(entry, 'logName') ?? fieldTextAt(entry, 'logname');
  if (logName !== undefined) details.set('logName', logName);
  for (const name of Object.keys(payload)) {
    if (!placed.has(name)) details.set(name, payload[name] ?? null);
  }
  for (const name of kept) {
    if (Object.hasOwn(entry, name)) details.set(name, entry[name] ?? null);
  }
  const deltas = bindingDeltasIn(payload);
  if (deltas.length > 0) details.set('bindingDeltas', deltas);
  return Object.fromEntries(details);
}

/** In `serviceData.policyDelta` for most services, in `metadata` for BigQuery and newer ones. */
function bindingDeltasIn(payload: JsonObject): readonly Json[] {
  for (const part of ['serviceData', 'metadata']) {
    const found = find(own(payload, part), 0);
    if (found !== undefined) return found;
  }
  return [];
}

/** They are a few levels deep: `metadata.datasetChange.bindingDeltas`. */
const maxLevels = 4;

function find(value: Json | undefined, level: number): readonly Json[] | undefined {
  if (!isJsonObject(value) || level > maxLevels) return undefined;
  const deltas = own(value, 'bindingDeltas');
  if (isJsonArray(deltas)) return deltas;
  for (const name of Object.keys(value)) {
    const inside = find(own(value, name), level + 1);
    if (inside !== undefined) return inside;
  }
  return undefined;
}
