import type { AzureShape } from '../../../src/evidence/audit/azure/types.ts';

export const subscription = '00000000-0000-4000-8000-000000000001';
export const tenant = '00000000-0000-4000-8000-0000000000ff';
export const deployApp = '00000000-0000-4000-8000-0000000000d1';
const cli = '04b07795-8ddb-461a-bbee-02f9e1bf7b46';
const portal = 'c44b4083-3bb0-49c1-b47d-974e53cbdf3c';
const claimNames = 'http://schemas.microsoft.com/identity/claims';
const soap = 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims';

/** A caller, as its token describes it. */
export interface Party {
  readonly caller: string | undefined;
  readonly claims: Readonly<Record<string, string>>;
}

function person(mail: string, application: string, proof: string): Party {
  const claims = {
    aud: 'https://management.azure.com/',
    appid: application,
    appidacr: proof,
    [`${claimNames}/objectidentifier`]: '00000000-0000-4000-8000-00000000aaaa',
    [`${claimNames}/tenantid`]: tenant,
    [`${claimNames}/scope`]: 'user_impersonation',
    [`${soap}/upn`]: mail,
  };
  return { caller: mail, claims };
}

export const alice = person('alice@example.com', cli, '0');
export const bobInPortal = person('bob@example.com', portal, '2');

export const deployer: Party = {
  caller: '00000000-0000-4000-8000-0000000000d2',
  claims: {
    appid: deployApp,
    appidacr: '2',
    idtyp: 'app',
    [`${claimNames}/objectidentifier`]: '00000000-0000-4000-8000-0000000000d2',
    [`${claimNames}/tenantid`]: tenant,
  },
};

/** The caller of a record without a token. */
export const nobody: Party = { caller: undefined, claims: {} };
export const autoscale: Party = { caller: 'Microsoft.Insights/autoscaleSettings', claims: {} };

/** One call on one resource, which leaves a `begin` and an `end` record. */
export interface Call {
  /** For example `Microsoft.Network/networkSecurityGroups/write`. */
  readonly operation: string;
  readonly id: string;
  readonly body?: unknown;
  readonly response?: unknown;
  readonly method?: 'PUT' | 'PATCH' | 'POST' | 'DELETE';
  readonly party?: Party;
  /** Minutes after 10:00 UTC on the day before the runs. */
  readonly minute?: number;
  readonly status?: 'Succeeded' | 'Failed' | 'pending';
  readonly correlation?: string;
  readonly shape?: AzureShape;
  readonly category?: string;
  /** Further properties of the last record. */
  readonly properties?: Readonly<Record<string, unknown>>;
}

const short: Readonly<Record<string, string>> = {
  Started: 'Start',
  Succeeded: 'Success',
  Failed: 'Failure',
};

interface Step {
  readonly call: Call;
  readonly status: 'Started' | 'Succeeded' | 'Failed';
  readonly id: string;
  readonly correlation: string;
  readonly time: string;
  readonly properties: Readonly<Record<string, unknown>>;
}

let counter = 0;

/** Restarts the ids, so that cases do not depend on each other. */
export function restartIds(): void {
  counter = 0;
}

/** An id in the form that is used in logs. */
export function guid(kind: string, number: number): string {
  return `${kind.padStart(8, '0')}-0000-4000-8000-${String(number).padStart(12, '0')}`;
}

/** The records that a call leaves, in the shape it names. */
export function records(call: Call): readonly unknown[] {
  counter += 1;
  const { status = 'Succeeded', minute = counter, shape = 'rest' } = call;
  const correlation = call.correlation ?? guid('c', counter);
  const at = (second: number): string => {
    const time = new Date(Date.UTC(2026, 2, 14, 10, minute, second));
    return `${time.toISOString().slice(0, 19)}.1234567Z`;
  };
  const begin: Step = {
    call,
    status: 'Started',
    id: guid('b', counter),
    correlation,
    time: at(1),
    properties: call.body === undefined ? {} : { requestbody: JSON.stringify(call.body) },
  };
  if (status === 'pending') return [shapes[shape](begin)];
  const answer = call.response === undefined ? {} : { responseBody: JSON.stringify(call.response) };
  const end: Step = {
    call,
    status,
    id: guid('e', counter),
    correlation,
    time: at(4),
    properties: {
      statusCode: status === 'Failed' ? 'Conflict' : 'OK',
      ...answer,
      ...call.properties,
    },
  };
  // Event Grid only reports the end.
  return shape === 'event-grid' ? [shapes[shape](end)] : [begin, end].map(shapes[shape]);
}

const shapes: Readonly<Record<AzureShape, (step: Step) => unknown>> = {
  rest: ({ call, status, id, correlation, time, properties }) => ({
    authorization: { action: call.operation, scope: call.id },
    ...(call.party?.caller === undefined && call.party !== undefined
      ? {}
      : { caller: (call.party ?? alice).caller }),
    channels: 'Operation',
    claims: (call.party ?? alice).claims,
    correlationId: correlation,
    eventDataId: id,
    eventName: { value: status === 'Started' ? 'BeginRequest' : 'EndRequest' },
    category: { value: call.category ?? 'Administrative' },
    eventTimestamp: time,
    submissionTimestamp: time,
    httpRequest: { clientIpAddress: '203.0.113.9', method: call.method ?? 'PUT' },
    level: 'Informational',
    operationName: { value: call.operation, localizedValue: call.operation },
    resourceId: call.id,
    status: { value: status },
    subStatus: { value: '' },
    subscriptionId: subscription,
    tenantId: tenant,
    properties,
  }),
  diagnostic: ({ call, status, correlation, time, properties }) => ({
    time,
    resourceId: call.id.toUpperCase(),
    operationName: call.operation.toUpperCase(),
    category: call.category ?? 'Administrative',
    resultType: short[status],
    resultSignature: status === 'Started' ? 'Started.' : `${status}.OK`,
    durationMs: '12',
    callerIpAddress: '203.0.113.9',
    correlationId: correlation.toUpperCase(),
    identity: {
      authorization: { action: call.operation, scope: call.id },
      claims: (call.party ?? alice).claims,
    },
    level: 'Information',
    location: 'global',
    properties,
  }),
  'log-analytics': ({ call, status, id, correlation, time, properties }) => ({
    TimeGenerated: time,
    OperationNameValue: call.operation.toUpperCase(),
    ActivityStatusValue: short[status],
    CategoryValue: call.category ?? 'Administrative',
    Caller: (call.party ?? alice).caller,
    CallerIpAddress: '203.0.113.9',
    Claims: JSON.stringify((call.party ?? alice).claims, null, 2),
    Authorization: JSON.stringify({ action: call.operation, scope: call.id }, null, 2),
    Properties: JSON.stringify(properties, null, 2),
    CorrelationId: correlation,
    EventDataId: id,
    SubscriptionId: subscription,
    _ResourceId: call.id.toLowerCase(),
    Type: 'AzureActivity',
  }),
  'event-grid': ({ call, status, id, correlation, time }) => ({
    id,
    topic: `/subscriptions/${subscription}`,
    subject: call.id,
    eventType: `Microsoft.Resources.Resource${call.operation.endsWith('delete') ? 'Delete' : 'Write'}${short[status]}`,
    eventTime: time,
    dataVersion: '2',
    metadataVersion: '1',
    data: {
      authorization: { action: call.operation, scope: call.id },
      claims: (call.party ?? alice).claims,
      correlationId: correlation,
      httpRequest: { clientIpAddress: '203.0.113.9', method: call.method ?? 'PUT' },
      operationName: call.operation,
      resourceUri: call.id,
      status,
      subscriptionId: subscription,
      tenantId: tenant,
    },
  }),
};
