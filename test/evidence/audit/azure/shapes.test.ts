import { describe, expect, it } from 'vitest';
import type { AzureShape } from '../../../../src/evidence/audit/azure/types.ts';
import type { Json } from '../../../../src/model/json.ts';
import { isBalanced } from '../gather.ts';
import {
  body,
  cli,
  correlation,
  end,
  eventOf,
  group,
  read,
  record,
  start,
  subscription,
  tenant,
  user,
} from './records.ts';

const caller = {
  type: 'User',
  principal: user,
  account: tenant,
  userName: 'alice@example.com',
  application: cli,
  userAgent: '',
  sourceIp: '203.0.113.9',
  fromConsole: false,
};

const golden = {
  cloud: 'azure',
  scope: subscription,
  region: 'global',
  time: '2026-03-01T10:00:03.1234567Z',
  service: 'microsoft.network',
  operation: 'networksecuritygroups/write',
  outcome: 'success',
  caller,
  request: {
    resourceId: group.toLowerCase(),
    resourceType: 'microsoft.network/networksecuritygroups',
    writtenId: group,
    body,
  },
  response: { body: { etag: 'x', ...body } },
  details: { statusCode: 'Created', correlationId: correlation },
  omitted: [],
};

describe('a call in the four shapes', () => {
  it.each<[AzureShape, Readonly<Record<string, unknown>>]>([
    [
      'rest',
      {
        id: 'e2',
        request: {
          ...golden.request,
          method: 'PUT',
          writtenId: group.replace('resourceGroups', 'resourcegroups'),
        },
      },
    ],
    ['diagnostic', { id: expect.stringMatching(/^[0-9a-f]{32}$/) }],
    ['log-analytics', { id: 'e2', time: '2026-03-01T10:00:03.123Z' }],
    [
      'event-grid',
      {
        id: 'e2',
        request: { ...golden.request, method: 'PUT', body: undefined },
        response: {},
        details: { correlationId: correlation },
        omitted: ['request'],
      },
    ],
  ])('%s', async (shape, parts) => {
    const steps = shape === 'event-grid' ? [end] : [end, start];
    const values = steps.map((step) => record(shape, step));
    const event = await eventOf(...values);

    const { digest, place, ...rest } = event;
    expect(rest).toEqual({ ...golden, ...parts });
    expect(place).toEqual({ file: 'log.json', record: 0 });
    expect(digest).toMatch(/^[0-9a-f]{64}$/);
  });

  it('is one call if it is in two logs', async () => {
    const reading = await read(
      record('rest', start),
      record('rest', end),
      record('diagnostic', start),
      record('diagnostic', end),
    );

    expect(reading.events).toHaveLength(1);
    expect(reading.counts).toMatchObject({ read: 4, kept: 1, dropped: { folded: 3 } });
  });
});

const [first, last] = [record('diagnostic', start), record('diagnostic', end)];
const rows = [record('log-analytics', start), record('log-analytics', end)];
const columns = Object.keys(rows[0] ?? {});

describe('envelopes', () => {
  it.each<[string, Json]>([
    ['an export', { records: [first, last] }],
    ['a page of the REST API', { value: [first, last], nextLink: 'https://example.com' }],
    ['an array', [first, last]],
    [
      'the answer of a query',
      {
        tables: [
          {
            name: 'PrimaryResult',
            columns: columns.map((name) => ({ name, type: 'string' })),
            rows: rows.map((row) => columns.map((name) => row[name] ?? null)),
          },
        ],
      },
    ],
  ])('%s', async (_, value) => {
    const reading = await read(value);

    expect(reading.problems).toEqual([]);
    expect(reading.counts).toMatchObject({ read: 2, kept: 1, dropped: { folded: 1 } });
    expect(reading.events[0]?.request['body']).toEqual(body);
  });
});

describe('what is refused', () => {
  it.each<[string, Json, code: string, message: string]>([
    [
      'a row that does not fit',
      { tables: [{ columns: [], rows: [['x']] }] },
      'record-broken',
      'not a JSON object',
    ],
    ['a state', { terraform_version: '1.9', lineage: 'x' }, 'not-audit', 'a Terraform state'],
    ['an inherited name', { __proto__: null, constructor: 1 }, 'not-audit', 'JSON of another kind'],
    [
      'no operation',
      record('rest', end, { operationName: { value: null } }),
      'record-operation',
      'no operation name',
    ],
    [
      'an operation in words',
      record('log-analytics', end, { OperationNameValue: undefined, OperationName: 'Update rule' }),
      'record-operation',
      'impossible operation name: Update rule',
    ],
    [
      'no resource',
      record('diagnostic', end, { resourceId: undefined, identity: undefined }),
      'record-resource',
      'no resource id',
    ],
    [
      'a resource that is no path',
      record('rest', end, { resourceId: 'nsg' }),
      'record-resource',
      'nsg',
    ],
    ['no status', record('rest', end, { status: undefined }), 'record-status', 'no status'],
    ['an unknown status', record('rest', end, { status: 'Odd' }), 'record-status', 'Odd'],
    ['no time', record('diagnostic', end, { time: '' }), 'record-time', 'no time'],
    [
      'an impossible time',
      record('diagnostic', end, { time: '2026-02-30T10:00:00Z' }),
      'record-time',
      '02-30',
    ],
  ])('%s', async (_, value, code, message) => {
    const reading = await read(value, record('rest', start), record('rest', end));

    expect(reading.problems).toHaveLength(1);
    expect(reading.problems[0]).toMatchObject({ code, place: { file: 'log.json', record: 0 } });
    expect(reading.problems[0]?.message).toContain(message);
    expect(reading.counts.kept).toBe(1);
    expect(isBalanced(reading)).toBe(true);
  });

  it.each<[string, Json, reason: string]>([
    [
      'reading',
      record('rest', end, { operationName: 'Microsoft.Network/networkSecurityGroups/read' }),
      'read-only',
    ],
    [
      'listing keys',
      record('rest', end, { operationName: 'Microsoft.Storage/storageAccounts/listKeys/action' }),
      'read-only',
    ],
    ['an alert', record('rest', end, { category: { value: 'Alert' } }), 'other-category'],
    [
      'a log of the data plane',
      record('diagnostic', end, { category: 'kube-scheduler' }),
      'other-category',
    ],
    [
      'another event of Event Grid',
      record('event-grid', end, { eventType: 'Microsoft.Storage.BlobCreated' }),
      'other-event',
    ],
  ])('%s is counted, but no problem', async (_, value, reason) => {
    const reading = await read(value);

    expect(reading).toMatchObject({
      events: [],
      unfinished: [],
      problems: [],
      counts: { read: 1, kept: 0, dropped: { [reason]: 1 } },
    });
  });
});
