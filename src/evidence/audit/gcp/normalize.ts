import { hexDigest } from '../../../model/digest.ts';
import type { AuditEvent } from '../../../model/event.ts';
import { type JsonObject, own } from '../../../model/json.ts';
import type { Place, Problem } from '../../../model/result.ts';
import { defined, fieldTextAt, flagAt, objectAt } from '../core/fields.ts';
import type { DropReason } from '../core/types.ts';
import { googleCallerOf } from './caller.ts';
import { remainingDetails } from './details.ts';
import { canonicalMethod, classifyMethod } from './method.ts';
import { googleOutcomeOf } from './outcome.ts';
import { entryParts } from './parts.ts';
import { entryProblem, parseEntryTime } from './problems.ts';
import { type LogKind, type LogName, logScopeOf, parseLogName, resourceRegion } from './scope.ts';

/** The position of an entry in its long-running operation. */
export interface OperationPart {
  /** Includes scope and service, because ids are only unique to their maker. */
  readonly key: string;
  readonly first: boolean;
  readonly last: boolean;
}

export type NormalizedEntry =
  | {
      readonly kind: 'event';
      readonly event: AuditEvent;
      /** Undefined for a call that ends with its entry. */
      readonly part?: OperationPart;
    }
  | { readonly kind: 'drop'; readonly reason: DropReason }
  | { readonly kind: 'invalid'; readonly problem: Problem };

/**
 * One log entry as an event, or the reason why it is not one. `digest` is that of its raw bytes.
 */
export function normalizeEntry(entry: JsonObject, digest: string, place: Place): NormalizedEntry {
  const name = parseLogName(logNameOf(entry) ?? '');
  const payload = objectAt(entry, 'protoPayload');
  if (!isAudit(name, payload)) return { kind: 'drop', reason: 'not-audit' };
  const problem = entryProblem(entry, payload, name, place);
  if (problem !== undefined) return { kind: 'invalid', problem };
  if (name?.kind === undefined) return { kind: 'drop', reason: 'not-audit' };
  const reason = dropReason(name.kind, payload);
  if (reason !== undefined) return { kind: 'drop', reason };
  const event = eventOf(entry, payload, { ...name, kind: name.kind }, digest, place);
  return defined({ kind: 'event' as const, event, part: partOf(entry, event) });
}

function logNameOf(entry: JsonObject): string | undefined {
  return fieldTextAt(entry, 'logName') ?? fieldTextAt(entry, 'logname');
}

/**
 * True for an entry of an audit log, judged by the log's name; without a valid name, by the
 * payload.
 */
function isAudit(name: LogName | undefined, payload: JsonObject): boolean {
  if (name !== undefined) return name.kind !== undefined;
  const type = fieldTextAt(payload, '@type') ?? fieldTextAt(payload, 'at_sign_type');
  if (type !== undefined) return type.endsWith('/google.cloud.audit.AuditLog');
  return fieldTextAt(payload, 'methodName') !== undefined;
}

function dropReason(log: LogKind, payload: JsonObject): DropReason | undefined {
  const service = serviceOf(payload);
  if (service === 'login.googleapis.com') return 'sign-in';
  const verb = classifyMethod(canonicalMethod(service, fieldTextAt(payload, 'methodName') ?? ''));
  const permission = permissionOf(payload);
  if (permission === 'reads' || (permission === undefined && verb === 'reads')) return 'read-only';
  const writes = permission === 'writes' || verb === 'writes' || verb === 'deletes';
  return log === 'data_access' && !writes ? 'data-access' : undefined;
}

/** What the permissions show that the call needed; undefined if they have no type. */
function permissionOf(payload: JsonObject): 'reads' | 'writes' | undefined {
  const checks = own(payload, 'authorizationInfo') ?? [];
  const types = JSON.stringify(checks).match(/"permissionType":"\w+"/g) ?? [];
  if (types.some((type) => type.endsWith('_WRITE"'))) return 'writes';
  return types.length > 0 && types.every((type) => type.endsWith('_READ"')) ? 'reads' : undefined;
}

function serviceOf(payload: JsonObject): string {
  return (fieldTextAt(payload, 'serviceName') ?? '').toLowerCase();
}

function eventOf(
  entry: JsonObject,
  payload: JsonObject,
  name: LogName & { readonly kind: LogKind },
  digest: string,
  place: Place,
): AuditEvent {
  const service = serviceOf(payload);
  const resource = objectAt(entry, 'resource');
  const operation = canonicalMethod(service, fieldTextAt(payload, 'methodName') ?? '');
  const { request, response, omitted } = entryParts(payload, operation);
  return defined({
    id: idOf(entry) ?? digest.slice(0, 32),
    cloud: 'gcp' as const,
    scope: logScopeOf(name.parent, resource),
    region: resourceRegion(payload, resource),
    time: parseEntryTime(fieldTextAt(entry, 'timestamp') ?? '') ?? '',
    service,
    operation,
    ...googleOutcomeOf(entry, payload, request, response),
    caller: googleCallerOf(payload, name.kind),
    request,
    response,
    details: remainingDetails(entry, payload),
    omitted,
    digest,
    place,
  });
}

/** An `insertId` is unique only within its log and time, so these are part of the id. */
function idOf(entry: JsonObject): string | undefined {
  const insertId = fieldTextAt(entry, 'insertId') ?? fieldTextAt(entry, 'insertid');
  if (insertId === undefined || !/^[!-~]{1,100}$/.test(insertId)) return undefined;
  const context = `${logNameOf(entry)?.replaceAll(/%2f/gi, '/')} ${fieldTextAt(entry, 'timestamp')}`;
  return `${insertId}~${hexDigest(context).slice(0, 8)}`;
}

function partOf(entry: JsonObject, event: AuditEvent): OperationPart | undefined {
  const operation = objectAt(entry, 'operation');
  const id = fieldTextAt(operation, 'id');
  if (id === undefined) return undefined;
  const first = flagAt(operation, 'first') === true;
  const last = flagAt(operation, 'last') === true;
  if (first && last) return undefined;
  const producer = fieldTextAt(operation, 'producer') ?? event.service;
  return { key: `${event.scope} ${producer} ${id}`, first, last };
}
