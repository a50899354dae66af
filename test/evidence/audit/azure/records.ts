import type { AzureShape } from '../../../../src/evidence/audit/azure/types.ts';
import type { AuditEvent } from '../../../../src/model/event.ts';
import type { Json, JsonObject } from '../../../../src/model/json.ts';
import type { GatheredAudit } from '../gather.ts';
import { read as readText } from '../read.ts';

export const subscription = '0b1c2d3e-0000-4000-8000-000000000001';
export const tenant = '0b1c2d3e-0000-4000-8000-0000000000ff';
export const user = '0b1c2d3e-0000-4000-8000-00000000aaaa';
export const cli = '04b07795-8ddb-461a-bbee-02f9e1bf7b46';
export const correlation = 'c0ffee00-0000-4000-8000-000000000001';
export const group =
  `/subscriptions/${subscription}/resourceGroups/rg-Shop/providers/Microsoft.Network/networkSecurityGroups/nsg-Web` as const;

const schemas = 'http://schemas.microsoft.com/identity/claims';
const soap = 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims';

export const claims = {
  aud: 'https://management.azure.com/',
  appid: cli,
  appidacr: '0',
  ipaddr: '203.0.113.9',
  name: 'Alice Example',
  [`${schemas}/objectidentifier`]: user,
  [`${schemas}/tenantid`]: tenant,
  [`${schemas}/scope`]: 'user_impersonation',
  [`${soap}/upn`]: 'alice@example.com',
};

export const body = { properties: { securityRules: [{ name: 'ssh' }] }, tags: { team: 'shop' } };

/** The content of one step of a call, independent of the shape. */
export interface StepParts {
  readonly phase: 'start' | 'accept' | 'success' | 'failure';
  readonly id: string;
  readonly second: number;
  readonly properties?: JsonObject;
}

export const start: StepParts = {
  phase: 'start',
  id: 'e1',
  second: 1,
  properties: { requestbody: JSON.stringify(body) },
};
export const end: StepParts = {
  phase: 'success',
  id: 'e2',
  second: 3,
  properties: { statusCode: 'Created', responseBody: JSON.stringify({ etag: 'x', ...body }) },
};

const longStatus = {
  start: 'Started',
  accept: 'Accepted',
  success: 'Succeeded',
  failure: 'Failed',
} as const;
const shortStatus = {
  start: 'Start',
  accept: 'Accept',
  success: 'Success',
  failure: 'Failure',
} as const;
const action = 'Microsoft.Network/networkSecurityGroups/write';

/** A record in a shape; `parts` replaces members, and undefined removes one. */
export function record(
  shape: AzureShape,
  step: StepParts,
  parts: Readonly<Record<string, unknown>> = {},
): JsonObject {
  return JSON.parse(JSON.stringify({ ...shapes[shape](step), ...parts })) as JsonObject;
}

const shapes: Readonly<Record<AzureShape, (step: StepParts) => Record<string, unknown>>> = {
  rest: ({ phase, id, second, properties }) => ({
    authorization: { action, scope: group },
    caller: 'alice@example.com',
    claims,
    correlationId: correlation,
    eventDataId: id,
    eventName: { value: phase === 'start' ? 'BeginRequest' : 'EndRequest' },
    category: { value: 'Administrative' },
    httpRequest: { clientIpAddress: '203.0.113.9', method: 'PUT' },
    operationName: { value: action, localizedValue: 'Create or Update Network Security Group' },
    resourceId: group.replace('resourceGroups', 'resourcegroups'),
    status: { value: longStatus[phase], localizedValue: 'Gestartet' },
    subStatus: { value: '' },
    eventTimestamp: `2026-03-01T10:00:0${second}.1234567Z`,
    subscriptionId: subscription,
    tenantId: tenant,
    properties,
  }),
  diagnostic: ({ phase, second, properties }) => ({
    time: `2026-03-01T10:00:0${second}.1234567Z`,
    resourceId: group.toUpperCase(),
    operationName: action.toUpperCase(),
    category: 'Administrative',
    resultType: shortStatus[phase],
    resultSignature: phase === 'start' ? 'Started.' : `${longStatus[phase]}.Created`,
    durationMs: '12',
    callerIpAddress: '203.0.113.9',
    correlationId: correlation.toUpperCase(),
    identity: { authorization: { action, scope: group }, claims },
    level: 'Information',
    location: 'global',
    properties,
  }),
  'log-analytics': ({ phase, id, second, properties }) => ({
    'TimeGenerated [UTC]': `3/1/2026, 10:00:0${second}.123 AM`,
    OperationNameValue: action.toUpperCase(),
    ActivityStatusValue: shortStatus[phase],
    CategoryValue: 'Administrative',
    Caller: 'alice@example.com',
    CallerIpAddress: '203.0.113.9',
    Claims: JSON.stringify(claims, null, 2),
    Authorization: JSON.stringify({ action, scope: group }, null, 2),
    Properties: properties === undefined ? '' : JSON.stringify(properties, null, 2),
    CorrelationId: correlation,
    EventDataId: id,
    SubscriptionId: subscription,
    _ResourceId: group.toLowerCase(),
  }),
  'event-grid': ({ phase, id, second }) => ({
    id,
    topic: `/subscriptions/${subscription}`,
    subject: group,
    eventType: `Microsoft.Resources.ResourceWrite${phase === 'failure' ? 'Failure' : 'Success'}`,
    eventTime: `2026-03-01T10:00:0${second}.1234567Z`,
    data: {
      authorization: { action, scope: group },
      claims,
      correlationId: correlation,
      httpRequest: { clientIpAddress: '203.0.113.9', method: 'PUT' },
      operationName: action,
      resourceUri: group,
      status: longStatus[phase],
      subscriptionId: subscription,
      tenantId: tenant,
    },
  }),
};

/** Reads values as the lines of a file. */
export function read(...values: readonly Json[]): Promise<GatheredAudit> {
  return readText(values.map((value) => `${JSON.stringify(value)}\n`).join(''));
}

/** The event of values that must be exactly one call. */
export async function eventOf(...values: readonly Json[]): Promise<AuditEvent> {
  const { events, problems } = await read(...values);
  const [event, ...more] = events;
  if (event === undefined || more.length > 0) {
    throw new Error(`${events.length} calls: ${JSON.stringify(problems)}`);
  }
  return event;
}
