import type { JsonObject } from '../../../model/json.ts';
import { defined } from '../core/fields.ts';
import { firstText, objectPart } from './parts.ts';
import type { AzureFields, AzureShape } from './types.ts';

/** A record's members under one name each, whatever its shape calls them. */
export function azureFields(record: JsonObject, shape: AzureShape): AzureFields {
  switch (shape) {
    case 'rest':
      return restFields(record);
    case 'diagnostic':
      return diagnosticFields(record);
    case 'log-analytics':
      return rowFields(record);
    case 'event-grid':
      return gridFields(record);
  }
}

function restFields(record: JsonObject): AzureFields {
  const request = objectPart(record, 'httpRequest').value;
  const properties = objectPart(record, 'properties');
  return defined({
    shape: 'rest' as const,
    id: firstText(record, 'eventDataId') ?? idInPath(firstText(record, 'id')),
    correlationId: firstText(record, 'correlationId', 'operationId'),
    operation: firstText(record, 'operationName'),
    resourceId: firstText(record, 'resourceId', 'resourceUri'),
    status: firstText(record, 'status'),
    subStatus: firstText(record, 'subStatus'),
    time: firstText(record, 'eventTimestamp'),
    category: firstText(record, 'category'),
    subscriptionId: firstText(record, 'subscriptionId'),
    tenantId: firstText(record, 'tenantId'),
    caller: firstText(record, 'caller'),
    ip: firstText(request, 'clientIpAddress'),
    method: firstText(request, 'method'),
    claims: objectPart(record, 'claims').value,
    authorization: objectPart(record, 'authorization').value,
    properties: properties.value,
    propertiesLost: properties.lost,
  });
}

function diagnosticFields(record: JsonObject): AzureFields {
  const identity = objectPart(record, 'identity').value;
  const properties = objectPart(record, 'properties');
  return defined({
    shape: 'diagnostic' as const,
    id: firstText(properties.value, 'eventDataId') ?? firstText(record, 'eventDataId'),
    correlationId: firstText(record, 'correlationId'),
    operation: firstText(record, 'operationName'),
    resourceId: firstText(record, 'resourceId'),
    status: firstText(record, 'resultType'),
    // `Succeeded.OK`: the status again, and the substatus.
    subStatus: firstText(record, 'resultSignature')?.split('.')[1] || undefined,
    time: firstText(record, 'time'),
    category: firstText(properties.value, 'eventCategory') ?? firstText(record, 'category'),
    tenantId: firstText(record, 'tenantId'),
    location: firstText(record, 'location'),
    caller: firstText(record, 'caller') ?? firstText(properties.value, 'caller'),
    ip: firstText(record, 'callerIpAddress'),
    claims: objectPart(identity, 'claims').value,
    authorization: objectPart(identity, 'authorization').value,
    properties: properties.value,
    propertiesLost: properties.lost,
  });
}

function rowFields(record: JsonObject): AzureFields {
  const request = objectPart(record, 'HTTPRequest').value;
  const properties = objectPart(record, 'Properties_d', 'Properties');
  return defined({
    shape: 'log-analytics' as const,
    id: firstText(record, 'EventDataId'),
    correlationId: firstText(record, 'CorrelationId', 'OperationId'),
    operation: firstText(record, 'OperationNameValue', 'OperationName'),
    resourceId: firstText(record, '_ResourceId', 'ResourceId'),
    status: firstText(record, 'ActivityStatusValue', 'ActivityStatus'),
    subStatus: firstText(record, 'ActivitySubstatusValue', 'ActivitySubstatus'),
    time: firstText(record, 'TimeGenerated', 'TimeGenerated [UTC]'),
    category: firstText(record, 'CategoryValue', 'Category'),
    subscriptionId: firstText(record, 'SubscriptionId'),
    caller: firstText(record, 'Caller'),
    ip: firstText(record, 'CallerIpAddress') ?? firstText(request, 'clientIpAddress'),
    method: firstText(request, 'method'),
    claims: objectPart(record, 'Claims_d', 'Claims').value,
    authorization: objectPart(record, 'Authorization_d', 'Authorization').value,
    properties: properties.value,
    propertiesLost: properties.lost,
  });
}

function gridFields(record: JsonObject): AzureFields {
  const data = objectPart(record, 'data').value;
  const type = firstText(record, 'eventType', 'type') ?? '';
  const request = objectPart(data, 'httpRequest').value;
  return defined({
    shape: 'event-grid' as const,
    id: firstText(record, 'id'),
    correlationId: firstText(data, 'correlationId'),
    operation: firstText(data, 'operationName'),
    resourceId: firstText(data, 'resourceUri') ?? firstText(record, 'subject'),
    status: firstText(data, 'status') ?? /(?:Success|Failure|Cancel)$/.exec(type)?.[0],
    time: firstText(record, 'eventTime', 'time'),
    subscriptionId: firstText(data, 'subscriptionId'),
    tenantId: firstText(data, 'tenantId'),
    ip: firstText(request, 'clientIpAddress'),
    method: firstText(request, 'method'),
    claims: objectPart(data, 'claims').value,
    authorization: objectPart(data, 'authorization').value,
    properties: {},
    propertiesLost: false,
  });
}

/** `.../events/ID/ticks/N`, in records that have no id of their own. */
function idInPath(path: string | undefined): string | undefined {
  return /\/events\/([^/]+)\/ticks\/\d+$/.exec(path ?? '')?.[1];
}
