import { isJsonObject, type JsonObject, own } from '../../../model/json.ts';
import { firstText } from './parts.ts';
import type { AzureShape } from './types.ts';

/**
 * The shape of a record of Azure, recognized by members that only this shape has; `other-event` for
 * an event of Event Grid about something else, undefined for a record that is not from Azure.
 */
export function identify(value: JsonObject): AzureShape | 'other-event' | undefined {
  const has = (...names: readonly string[]): boolean =>
    names.some((name) => own(value, name) !== undefined);
  if (has('data') && has('eventType', 'type') && has('eventTime', 'time')) {
    return aboutResources.test(firstText(value, 'eventType', 'type') ?? '')
      ? 'event-grid'
      : 'other-event';
  }
  if (has('OperationNameValue', 'ActivityStatusValue', 'ActivityStatus')) return 'log-analytics';
  if (!has('operationName')) return undefined;
  if (has('eventTimestamp', 'eventDataId') || isJsonObject(own(value, 'operationName'))) {
    return 'rest';
  }
  return has('resourceId', 'correlationId', 'resultType') ? 'diagnostic' : undefined;
}

const aboutResources =
  /^Microsoft\.Resources\.Resource(?:Write|Delete|Action)(?:Success|Failure|Cancel)$/i;
