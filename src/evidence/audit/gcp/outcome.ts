import { isJsonArray, isJsonObject, type Json, type JsonObject, own } from '../../../model/json.ts';
import { fieldTextAt, flagAt, objectAt } from '../core/fields.ts';

export interface EntryOutcome {
  readonly outcome: 'success' | 'failure' | 'dry-run';
  readonly errorCode?: string;
}

/** Names of `google.rpc.Code`, by number. */
const codes: readonly string[] = [
  'OK',
  'CANCELLED',
  'UNKNOWN',
  'INVALID_ARGUMENT',
  'DEADLINE_EXCEEDED',
  'NOT_FOUND',
  'ALREADY_EXISTS',
  'PERMISSION_DENIED',
  'RESOURCE_EXHAUSTED',
  'FAILED_PRECONDITION',
  'ABORTED',
  'OUT_OF_RANGE',
  'UNIMPLEMENTED',
  'INTERNAL',
  'UNAVAILABLE',
  'DATA_LOSS',
  'UNAUTHENTICATED',
];

const alarms: ReadonlySet<string> = new Set(['ERROR', 'CRITICAL', 'ALERT', 'EMERGENCY']);

/** The outcome of a call: a trial only, an error in the status or in the response, or success. */
export function googleOutcomeOf(
  entry: JsonObject,
  payload: JsonObject,
  request: JsonObject,
  response: JsonObject,
): EntryOutcome {
  const code = statusCode(payload) ?? responseError(response);
  if (isTrial(payload, request)) {
    return { outcome: 'dry-run', ...(code === undefined ? {} : { errorCode: code }) };
  }
  if (code !== undefined) return { outcome: 'failure', errorCode: code };
  const severity = fieldTextAt(entry, 'severity');
  return { outcome: alarms.has(severity ?? '') ? 'failure' : 'success' };
}

/** A status without a code means success, because 0 is left out. */
export function statusCode(payload: JsonObject): string | undefined {
  const status = objectAt(payload, 'status');
  const code = own(status, 'code');
  if (code === undefined || code === null || Number(code) === 0) return undefined;
  const known = codes[Number(code)];
  return known ?? (/^[\w-]{1,60}$/.test(`${code}`) ? `STATUS_${code}` : 'STATUS_UNKNOWN');
}

/** Compute Engine answers a refused call with an error, and a failed operation with its errors. */
function responseError(response: JsonObject): string | undefined {
  if (!Object.hasOwn(response, 'error')) return undefined;
  const { error } = response;
  if (!isJsonObject(error)) return undefined;
  const errors = own(error, 'errors');
  const first: Json | undefined = isJsonArray(errors) ? errors[0] : undefined;
  const inside = isJsonObject(first) ? first : error;
  return (
    fieldTextAt(inside, 'code') ??
    fieldTextAt(inside, 'reason') ??
    fieldTextAt(error, 'status') ??
    'ERROR'
  );
}

/**
 * True for a request for validation only, and for a perimeter that does not refuse yet, but only
 * logs what it would refuse.
 */
function isTrial(payload: JsonObject, request: JsonObject): boolean {
  if (flagAt(objectAt(payload, 'metadata'), 'dryRun') === true) return true;
  return ['validateOnly', 'validate_only', 'dryRun', 'dry_run'].some(
    (name) => flagAt(request, name) === true,
  );
}
