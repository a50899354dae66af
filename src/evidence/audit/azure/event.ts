import { hexDigest } from '../../../model/digest.ts';
import type { AuditEvent } from '../../../model/event.ts';
import {
  canonicalJson,
  isJsonObject,
  type Json,
  type JsonObject,
  own,
} from '../../../model/json.ts';
import { defined } from '../core/fields.ts';
import { azureCallerOf } from './caller.ts';
import { isTrial, sendsBody } from './operation.ts';
import { firstText, parsedText, partKey, type RecordBody, recordBody } from './parts.ts';
import { resourceTypeOf, subscriptionOf } from './resource.ts';
import { isFinal } from './status.ts';
import { shortInstant } from './time.ts';
import type { AzureEntry } from './types.ts';

/**
 * The event of a call. `request` has `resourceId` (normalized), `resourceType`, `writtenId` (with
 * the case of the log, for people), `method` (in capitals, if the log has it) and `body`;
 * `response` has `body`; `details` has the other properties of the records, where later ones
 * replace earlier ones, and `correlationId`.
 */
export function azureEvent(entries: readonly AzureEntry[], final: AzureEntry): AuditEvent {
  const { service, operation, resourceId, instant, digest, place, fields } = final;
  const request = bodyOf(entries, 'requestbody');
  const response = bodyOf(entries, 'responsebody');
  const lost = entries.some((entry) => entry.fields.propertiesLost);
  const silent = request.kind === 'absent' && (lost || sendsBody(operation));
  const omitted: AuditEvent['omitted'] = [
    ...(request.kind === 'lost' || silent ? (['request'] as const) : []),
    ...(response.kind === 'lost' ? (['response'] as const) : []),
    ...(lost ? (['details'] as const) : []),
  ];
  const withCaller = entries.find((entry) => Object.keys(entry.fields.claims).length > 0) ?? final;
  return defined({
    id: idOf(entries, final),
    cloud: 'azure' as const,
    scope: scopeOf(final),
    region: fields.location?.toLowerCase() ?? 'global',
    time: shortInstant(instant),
    service,
    operation,
    ...outcomeOf(final),
    caller: azureCallerOf(withCaller.fields),
    request: {
      resourceId,
      resourceType: resourceTypeOf(resourceId),
      writtenId: writtenId(entries, resourceId),
      ...methodOf(entries),
      ...present(request),
    },
    response: present(response),
    details: detailsOf(entries, final),
    omitted,
    digest,
    place,
  });
}

/** The method, if the records that have one agree, and it is one that writes. */
function methodOf(entries: readonly AzureEntry[]): JsonObject {
  const methods = new Set(
    entries.flatMap(({ fields }) => fields.method?.trim().toUpperCase() ?? []),
  );
  const [method] = methods;
  const writes = method !== undefined && /^(?:DELETE|PATCH|POST|PUT)$/.test(method);
  return methods.size === 1 && writes ? { method } : {};
}

function present(body: RecordBody): JsonObject {
  return body.kind === 'present' ? { body: body.value } : {};
}

/**
 * The body that the records of a call agree on. Different ones mean that calls overlapped and
 * cannot be distinguished, so none of them is sure to be the current one.
 */
function bodyOf(entries: readonly AzureEntry[], name: string): RecordBody {
  const bodies = entries.map(({ fields }) => recordBody(fields.properties, name));
  if (bodies.some(({ kind }) => kind === 'lost')) return { kind: 'lost' };
  const values = bodies.filter((body) => body.kind === 'present').map(({ value }) => value);
  const [first] = values;
  if (first === undefined) return { kind: 'absent' };
  // The last response of a long-running call replaces its first one.
  if (name === 'responsebody') return { kind: 'present', value: values.at(-1) ?? first };
  const text = canonicalJson(first);
  return values.every((value) => canonicalJson(value) === text)
    ? { kind: 'present', value: first }
    : { kind: 'lost' };
}

/**
 * The id of the record that first reported the end, so that late repetitions do not change the
 * event's id. Ids get into commits and reports, so one that is not a plain word is not used.
 */
function idOf(entries: readonly AzureEntry[], final: AzureEntry): string {
  const first = entries.find(({ phase }) => isFinal(phase)) ?? final;
  const { id, correlationId = '' } = first.fields;
  if (id !== undefined && /^[!-~]{1,100}$/.test(id)) return id.toLowerCase();
  const { service, operation, resourceId, instant } = first;
  const call = canonicalJson([correlationId, service, operation, resourceId, instant]);
  return hexDigest(call).slice(0, 32);
}

function scopeOf({ fields, resourceId }: AzureEntry): string {
  const scope = subscriptionOf(resourceId) ?? fields.subscriptionId ?? fields.tenantId;
  return scope?.toLowerCase() ?? 'unknown';
}

/** The id in mixed case if any record has it so: one shape has everything in upper case. */
function writtenId(entries: readonly AzureEntry[], resourceId: string): string {
  const candidates = entries.flatMap(({ fields }) => {
    const scope = firstText(fields.authorization, 'scope');
    return [fields.resourceId, scope].filter((text) => text !== undefined);
  });
  const same = candidates.filter((text) => text.toLowerCase() === resourceId);
  const mixed = same.find((text) => text !== text.toUpperCase() && text !== resourceId);
  return mixed ?? same[0] ?? resourceId;
}

function outcomeOf(final: AzureEntry): Pick<AuditEvent, 'outcome' | 'errorCode'> {
  if (final.phase === 'succeeded') {
    return { outcome: isTrial(final.operation) ? 'dry-run' : 'success' };
  }
  const { properties, subStatus } = final.fields;
  const canceled = /^cancel/i.test(final.status) ? 'Canceled' : undefined;
  const errorCode =
    canceled ?? codeIn(own(properties, 'statusMessage')) ?? statusCode(properties) ?? subStatus;
  return { outcome: 'failure', ...(errorCode === undefined ? {} : { errorCode }) };
}

function statusCode(properties: JsonObject): string | undefined {
  const key = partKey(properties, 'statuscode');
  return key === undefined ? undefined : firstText(properties, key);
}

/** `{"error": {"code": ...}}`, usually as a text. */
function codeIn(message: Json | undefined): string | undefined {
  const value = typeof message === 'string' ? parsedText(message) : message;
  if (!isJsonObject(value)) return undefined;
  const error = own(value, 'error');
  return firstText(isJsonObject(error) ? error : value, 'code');
}

/**
 * The correlation id is not a `sharedId`: that identifies one call, and Azure's covers all
 * resources of a deployment, even in several subscriptions.
 */
function detailsOf(entries: readonly AzureEntry[], final: AzureEntry): JsonObject {
  const details = new Map<string, Json>();
  for (const { fields } of entries) {
    for (const [name, value] of Object.entries(fields.properties)) {
      if (!/^(?:request|response)body$/i.test(name)) details.set(name, value);
    }
  }
  const { correlationId } = final.fields;
  if (correlationId !== undefined) details.set('correlationId', correlationId.toLowerCase());
  return Object.fromEntries(details);
}
