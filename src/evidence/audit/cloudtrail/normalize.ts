import type { AuditEvent } from '../../../model/event.ts';
import { isJsonArray, isJsonObject, type Json, type JsonObject, own } from '../../../model/json.ts';
import type { Place, Problem } from '../../../model/result.ts';
import { defined, type FieldPart, fieldTextAt, flagAt, objectAt, partAt } from '../core/fields.ts';
import { recordProblem } from '../core/problems.ts';
import type { DropReason } from '../core/types.ts';
import { awsCallerOf } from './caller.ts';
import { canonicalOperation, canonicalService, isReadingOperation } from './operation.ts';
import { awsOutcomeOf } from './outcome.ts';

export type NormalizedTrail =
  | { readonly kind: 'event'; readonly event: AuditEvent }
  | { readonly kind: 'drop'; readonly reason: DropReason }
  | { readonly kind: 'invalid'; readonly problem: Problem };

/**
 * One CloudTrail record as an event, or the reason why it is not one. `digest` is that of its raw
 * bytes.
 */
export function normalizeRecord(record: JsonObject, digest: string, place: Place): NormalizedTrail {
  const reason = dropReason(record);
  if (reason !== undefined) return { kind: 'drop', reason };
  const problem = problemIn(record, place);
  if (problem !== undefined) return { kind: 'invalid', problem };
  return { kind: 'event', event: eventOf(record, digest, place) };
}

const dropTypes: ReadonlyMap<string, DropReason> = new Map([
  ['AwsConsoleSignIn', 'sign-in'],
  ['AwsCloudTrailInsight', 'insight'],
  ['AwsVpceEvent', 'network-activity'],
  ['AwsVpceEvents', 'network-activity'],
]);

const dropCategories: ReadonlyMap<string, DropReason> = new Map([
  ['Insight', 'insight'],
  ['NetworkActivity', 'network-activity'],
]);

function dropReason(record: JsonObject): DropReason | undefined {
  const readOnly = flagAt(record, 'readOnly');
  if (readOnly ?? isReadingOperation(fieldTextAt(record, 'eventName') ?? '')) return 'read-only';
  if (fieldTextAt(record, 'eventSource') === 'signin.amazonaws.com') return 'sign-in';
  return (
    dropTypes.get(fieldTextAt(record, 'eventType') ?? '') ??
    dropCategories.get(fieldTextAt(record, 'eventCategory') ?? '')
  );
}

interface Requirement {
  readonly field: string;
  readonly code: string;
  /** Its name for people. */
  readonly name: string;
  readonly isValid: (text: string) => boolean;
}

/** Regions are not checked: new ones, and those of other partitions, are not mistakes. */
const requirements: readonly Requirement[] = [
  {
    field: 'eventName',
    code: 'record-operation',
    name: 'event name',
    isValid: (text) => /^[A-Za-z][\w.:-]{0,127}$/.test(text),
  },
  {
    field: 'eventSource',
    code: 'record-service',
    name: 'event source',
    isValid: (text) => /^[A-Za-z0-9][A-Za-z0-9.-]{0,127}$/.test(text),
  },
  {
    field: 'awsRegion',
    code: 'record-region',
    name: 'region',
    isValid: (text) => /^[a-z0-9-]{1,63}$/.test(text),
  },
  {
    field: 'eventTime',
    code: 'record-time',
    name: 'event time',
    isValid: (text) => timeOf(text) !== undefined,
  },
];

function problemIn(record: JsonObject, place: Place): Problem | undefined {
  const version = versionOf(record);
  if (version !== undefined && !/^1\.\d+$/.test(version)) {
    const message = `Records of version ${version} are not known; CloudTrail writes 1.x.`;
    return recordProblem(place, 'record-version', message);
  }
  for (const { field, code, name, isValid } of requirements) {
    const text = fieldTextAt(record, field);
    if (text !== undefined && isValid(text)) continue;
    const found = text === undefined ? `no ${field}` : `an impossible ${name}: ${text}`;
    return recordProblem(place, code, `The record has ${found}.`);
  }
  return undefined;
}

/**
 * `1.10` is later than `1.9`, and some exports make the version a number; only its major part
 * matters.
 */
function versionOf(record: JsonObject): string | undefined {
  const version: Json | undefined = own(record, 'eventVersion');
  if (typeof version === 'number') return Number.isInteger(version) ? `${version}.0` : `${version}`;
  return fieldTextAt(record, 'eventVersion');
}

const defaultTime = /^2\d{3}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/;

/**
 * ISO 8601 in UTC with whole seconds, which is CloudTrail's resolution: such times compare as
 * texts. A time without a zone is taken as UTC.
 */
function timeOf(text: string): string | undefined {
  const isDefaultForm = defaultTime.test(text);
  const zoned = isDefaultForm || /(?:[zZ]|[+-]\d\d:?\d\d)$/.test(text) ? text : `${text}Z`;
  const time = Date.parse(zoned);
  if (Number.isNaN(time) || time < Date.UTC(2000) || time >= Date.UTC(3000)) return undefined;
  return isDefaultForm ? text : `${new Date(time).toISOString().slice(0, 19)}Z`;
}

function eventOf(record: JsonObject, digest: string, place: Place): AuditEvent {
  const caller = awsCallerOf(record);
  const service = canonicalService(fieldTextAt(record, 'eventSource') ?? '');
  const request = partAt(record, 'requestParameters');
  const response = partAt(record, 'responseElements');
  const details = partAt(record, 'serviceEventDetails');
  const { outcome, errorCode } = awsOutcomeOf(record, request.value, response.value);
  const id = idOf(record) ?? digest.slice(0, 32);
  const corrects = fieldTextAt(objectAt(record, 'addendum'), 'originalEventID');
  return defined({
    id,
    cloud: 'aws' as const,
    scope: fieldTextAt(record, 'recipientAccountId') ?? caller.account ?? 'unknown',
    region: fieldTextAt(record, 'awsRegion') ?? '',
    time: timeOf(fieldTextAt(record, 'eventTime') ?? '') ?? '',
    service,
    operation: canonicalOperation(service, fieldTextAt(record, 'eventName') ?? ''),
    outcome,
    errorCode,
    caller,
    request: request.value,
    response: response.value,
    details: details.value,
    resources: resourcesOf(record),
    sharedId: fieldTextAt(record, 'sharedEventID'),
    corrects: corrects === id ? undefined : corrects,
    omitted: omittedOf({ request, response, details }),
    digest,
    place,
  });
}

/** A record of one call does not list more; the rest is ignored. */
const maxResources = 100;

/** The ARNs in `resources`; undefined if there are none, as in most records. */
function resourcesOf(record: JsonObject): readonly string[] | undefined {
  const listed = own(record, 'resources');
  if (!isJsonArray(listed)) return undefined;
  const arns = listed
    .slice(0, maxResources)
    .flatMap((one) =>
      isJsonObject(one) ? (fieldTextAt(one, 'ARN') ?? fieldTextAt(one, 'arn') ?? []) : [],
    )
    .filter((arn) => arn.startsWith('arn:'));
  return arns.length === 0 ? undefined : arns;
}

/** Ids get into commits and reports, so one that is not a plain word is not used. */
function idOf(record: JsonObject): string | undefined {
  const id = fieldTextAt(record, 'eventID');
  return id !== undefined && /^[!-~]{1,100}$/.test(id) ? id : undefined;
}

type Parts = Readonly<Record<AuditEvent['omitted'][number], FieldPart>>;

function omittedOf(parts: Parts): AuditEvent['omitted'] {
  return (['request', 'response', 'details'] as const).filter((name) => parts[name].omitted);
}
