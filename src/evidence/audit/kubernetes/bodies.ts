import { isJsonArray, isJsonObject, type Json, type JsonObject, own } from '../../../model/json.ts';
import { fieldTextAt, objectAt } from '../core/fields.ts';
import type { AuditTarget } from './types.ts';

/** The objects of a request and its response; undefined if the log does not show them. */
export interface Bodies {
  readonly request: Json | undefined;
  readonly response: JsonObject | undefined;
  /** True if they were logged, but contain secrets and are left out. */
  readonly withheld: boolean;
}

/** The objects that the log shows; large ones are replaced by a word, or left out. */
export function visibleBodies(record: JsonObject, target: AuditTarget): Bodies {
  const request = own(record, 'requestObject');
  const response = own(record, 'responseObject');
  if (holdsSecret(target)) {
    const withheld = isBody(request) || isBody(response);
    return { request: undefined, response: undefined, withheld };
  }
  return {
    request: isBody(request) ? request : absentRequest(record),
    response: isJsonObject(response) ? response : undefined,
    withheld: false,
  };
}

function isBody(value: Json | undefined): value is JsonObject | readonly Json[] {
  return isJsonObject(value) || isJsonArray(value);
}

/** A deletion needs no body, so at a level that shows bodies there was none. */
function absentRequest(record: JsonObject): Json | undefined {
  const level = fieldTextAt(record, 'level');
  const shown = level === 'Request' || level === 'RequestResponse';
  const truncated =
    fieldTextAt(objectAt(record, 'annotations'), 'audit.k8s.io/truncated') !== undefined;
  const isDeletion = /^delete/.test(fieldTextAt(record, 'verb') ?? '');
  const isAbsent = (own(record, 'requestObject') ?? null) === null;
  return shown && !truncated && isDeletion && isAbsent ? {} : undefined;
}

function holdsSecret({ group, resource }: AuditTarget): boolean {
  return group === '' && resource === 'secrets';
}
