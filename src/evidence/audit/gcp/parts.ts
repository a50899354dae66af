import type { AuditEvent } from '../../../model/event.ts';
import type { JsonObject } from '../../../model/json.ts';
import { partAt } from '../core/fields.ts';
import { classifyMethod } from './method.ts';

/**
 * Request and response. Services log some requests without their content, or with nothing but their
 * type: these are omitted, except where the target of a call already says everything.
 */
export function entryParts(
  payload: JsonObject,
  operation: string,
): Pick<AuditEvent, 'request' | 'response' | 'omitted'> {
  const request = partAt(payload, 'request');
  const response = partAt(payload, 'response');
  const hasRequest = !isBare(request.value) || classifyMethod(operation) === 'deletes';
  const omitted = [
    ...(request.omitted || !hasRequest ? (['request'] as const) : []),
    ...(response.omitted ? (['response'] as const) : []),
  ];
  return { request: request.value, response: response.value, omitted };
}

/** True for `{}` and `{"@type": "..."}`. */
export function isBare(part: JsonObject): boolean {
  return Object.keys(part).every((name) => name === '@type' || name === 'at_sign_type');
}
