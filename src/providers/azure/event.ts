import type { AuditEvent } from '../../model/event.ts';
import type { Json, JsonObject } from '../../model/json.ts';
import { isJsonObject } from '../../model/json.ts';
import { RequestError, requestAt, requireText, textAt } from '../catalog/request.ts';
import type { ArmId } from './arm-id.ts';
import { armId, sameId } from './arm-id.ts';
import type { AzureTable } from './table.ts';

/** The id in the best spelling that the call contains. */
export function idIn(event: AuditEvent, arm: string, table: AzureTable): ArmId {
  const key = requireText(event.request, 'resourceId');
  const candidates = [
    textAt(event.request, 'writtenId'),
    textAt(requestAt(event.response, 'body'), 'id'),
    textAt(requestAt(event.request, 'body'), 'id'),
  ].filter((text): text is string => text !== undefined && sameId(text, key));
  const mixed = candidates.find((text) => text !== text.toUpperCase() && text !== key);
  return armId(mixed ?? key, arm, table.spelling);
}

/** The body of the request or, if the log lacks it, that of a response that shows the resource. */
export function eventBody(event: AuditEvent): JsonObject | undefined {
  const sent: Json | undefined = requestAt(event.request, 'body');
  if (sent !== undefined) {
    if (isJsonObject(sent)) return sent;
    throw new RequestError('its body is not an object.');
  }
  return wholeIn(event);
}

/** The body of the response, if it is the entire resource that the call names. */
export function wholeIn(event: AuditEvent): JsonObject | undefined {
  const answer = requestAt(event.response, 'body');
  const id = textAt(answer, 'id');
  const key = textAt(event.request, 'resourceId');
  if (id === undefined || key === undefined || !isJsonObject(answer ?? null)) return undefined;
  return sameId(id, key) ? (answer as JsonObject) : undefined;
}
