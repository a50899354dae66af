import { beforeEach, describe, expect, it } from 'vitest';
import { end, record as step } from '../../evidence/audit/azure/records.ts';
import { record as call, records } from '../../evidence/audit/cloudtrail/records.ts';
import { entry } from '../../evidence/audit/gcp/entries.ts';
import { bearer, now, post, secrets, type TestApi, testApis } from './api.ts';

const open = testApis();
let api: TestApi;

beforeEach(() => {
  api = open();
});

const base64 = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64');
const lines = (values: readonly unknown[]): string =>
  values.map((value) => `${JSON.stringify(value)}\n`).join('');
const ndjson = { 'content-type': 'application/x-ndjson' };

const push = (source: string, body: unknown, headers: Record<string, string> = {}) =>
  api.call(`/api/v1/events/${source}`, post(body, { ...bearer('events'), ...headers }));

/** The stored records of a source, as the cloud wrote them. */
async function kept(source: string): Promise<readonly unknown[]> {
  const all: unknown[] = [];
  for await (const some of api.store.collected(api.shop).read(source, '2026-01-01T00:00:00.000Z')) {
    all.push(...some.map((raw) => JSON.parse(raw)));
  }
  return all;
}

type Case = [
  form: string,
  source: string,
  body: unknown,
  records: readonly unknown[],
  headers: Record<string, string>,
];

const three = records(3);
const grid = step('event-grid', end);

const plain: Record<string, string> = {};

const cases: Case[] = [
  [
    'an event of EventBridge',
    'trail',
    {
      version: '0',
      'detail-type': 'AWS API Call via CloudTrail',
      source: 'aws.ec2',
      detail: call(),
    },
    [call()],
    plain,
  ],
  ['a file of CloudTrail', 'trail', { Records: three }, three, plain],
  ['an array', 'trail', three, three, plain],
  ['a single record', 'trail', call(), [call()], plain],
  ['lines', 'trail', lines(three), three, ndjson],
  ['lines that are called JSON', 'trail', lines(three), three, plain],
  [
    'the answer of LookupEvents',
    'trail',
    { Events: [{ EventId: 'a', CloudTrailEvent: JSON.stringify(call()) }] },
    [call()],
    plain,
  ],
  ['events of Event Grid', 'grid', [grid], [grid], { 'aeg-event-type': 'Notification' }],
  [
    'a message of Pub/Sub',
    'sub',
    { message: { data: base64(entry()), messageId: '1' }, subscription: 's' },
    [entry()],
    plain,
  ],
  ['a page of Cloud Logging', 'sub', { entries: [entry()] }, [entry()], plain],
];

describe('pushed events', () => {
  it.each(cases)('are stored when they come as %s', async (_, source, body, expected, headers) => {
    const response = await push(source, body, headers);

    expect(await response.json()).toEqual({ added: expected.length, repeated: 0, ignored: 0 });
    expect(response.status).toBe(202);
    expect(await kept(source)).toEqual(expected);
  });

  it.each(cases)(
    'change nothing when %s comes a second time',
    async (_, source, body, expected, headers) => {
      await push(source, body, headers);
      await push(source, body, headers);
      const before = await api.jobs();
      const response = await push(source, body, headers);

      expect(await response.json()).toEqual({ added: 0, repeated: expected.length, ignored: 0 });
      expect(await kept(source)).toHaveLength(expected.length);
      expect(await api.jobs()).toEqual(before);
    },
  );

  it('trigger a scan of the stacks that use the source', async () => {
    await push('trail', call());
    await push('sub', entry());

    expect(await api.jobs()).toEqual(
      ['shop/prod', 'tools', 'shop/prod'].map((stack) => ({
        queue: 'reconcile',
        job: { tenant: api.shop, stack, cause: 'events', until: now },
      })),
    );
  });

  it('trigger the scans on a retry if the first push died after storing the records', async () => {
    const outbox = { ...api.store.outbox, put: () => Promise.reject(new Error('killed')) };
    const dying = open({ ...api.deps, store: { ...api.store, outbox } });
    const lost = await dying.call('/api/v1/events/trail', post(call(), bearer('events')));
    const again = await push('trail', call());

    expect([lost.status, again.status]).toEqual([500, 202]);
    expect(await api.jobs()).toHaveLength(2);
  });

  it('are not stored if they are read-only calls or no audit records', async () => {
    const reading = call({ eventName: 'DescribeInstances', readOnly: true });
    const other = { 'detail-type': 'EC2 Instance State-change', source: 'aws.ec2', detail: {} };
    const response = await push('trail', [reading, other]);

    expect(await response.json()).toEqual({ added: 0, repeated: 0, ignored: 2 });
    expect(await kept('trail')).toEqual([]);
    expect(await api.jobs()).toEqual([]);
  });

  it('are not stored if they are older than the retention of the source', async () => {
    const response = await push('trail', call({ eventTime: '2025-03-01T10:00:00Z' }));

    expect(await response.json()).toMatchObject({ added: 0, ignored: 1 });
  });

  it('are reported by index if they are bad, and the good ones are stored', async () => {
    const body = [three[0], { a: 1 }, call({ eventTime: 'yesterday' }), three[1], 7];
    const response = await push('trail', body);

    expect(response.status).toBe(422);
    expect(await response.json()).toMatchObject({
      code: 'records-bad',
      detail: '3 records are bad; 2 good ones are stored.',
      errors: [
        { place: 'records.1', code: 'not-audit' },
        { place: 'records.2', code: 'record-time' },
        { place: 'records.4', code: 'record-not-an-object' },
      ],
    });
    expect(await kept('trail')).toEqual([three[0], three[1]]);
    expect(await api.jobs()).toHaveLength(2);
  });

  it('are reported only up to a limit if many are bad', async () => {
    const response = await push('trail', Array(1000).fill({}));
    const { detail, errors } = await response.json();

    expect([detail, errors.length]).toEqual(['1000 records are bad; 0 good ones are stored.', 20]);
  });

  it.each([
    ['a record of another cloud', 'trail', entry(), 422],
    ['a state', 'trail', { terraform_version: '1.9.0', lineage: 'x', serial: 1 }, 422],
    ['no JSON', 'trail', 'hello', 400],
    ['nothing', 'trail', ' ', 400],
    ['deep JSON', 'trail', '['.repeat(200), 400],
    [
      'deep JSON in a text',
      'sub',
      { message: { data: Buffer.from('['.repeat(200)).toString('base64') } },
      422,
    ],
    ['a number', 'trail', '7', 422],
    ['more than can be records', 'trail', JSON.stringify(Array(20_001).fill(1)), 413],
  ])('are refused if they are %s', async (_, source, body, status) => {
    expect((await push(source, body)).status).toBe(status);
    expect(await kept(source)).toEqual([]);
  });
});

describe('the endpoint for pushed events', () => {
  const validation = [
    {
      id: '1',
      eventType: 'Microsoft.EventGrid.SubscriptionValidationEvent',
      data: { validationCode: 'code-1', validationUrl: 'https://x.example' },
    },
  ];
  const type = { 'aeg-event-type': 'SubscriptionValidation' };

  it('answers the validation of Event Grid only if the caller may push', async () => {
    const response = await push('grid', validation, type);
    const stranger = await api.call('/api/v1/events/grid', post(validation, type));

    expect([response.status, await response.json()]).toEqual([
      200,
      { validationResponse: 'code-1' },
    ]);
    expect(stranger.status).toBe(401);
  });

  it('accepts the secret of the source in a header', async () => {
    const shown = (secret: string, source = 'trail') =>
      api.call(`/api/v1/events/${source}`, post(call(), { 'x-parley-secret': secret }));
    const secret = secrets['PUSH_SECRET'] ?? '';
    const statuses = [];
    for (const response of [
      await shown(secret),
      await shown(`${secret}x`),
      await shown(''),
      // These sources have no secret, or do not exist for this tenant.
      await shown(secret, 'grid'),
      await shown('', 'grid'),
      await shown(secret, 'their-trail'),
      await shown(secret, 'nothing'),
    ]) {
      statuses.push(response.status);
    }

    expect(statuses).toEqual([202, 401, 401, 401, 401, 401, 401]);
  });

  it.each(['token', 'secret', 'x-parley-secret', 'access_token'])(
    'accepts no %s in the URL',
    async (name) => {
      const path = `/api/v1/events/trail?${name}=${secrets['PUSH_SECRET']}`;
      const without = await api.call(path, post(call()));
      const beside = await api.call(path, post(call(), bearer('events')));

      expect([without.status, beside.status]).toEqual([401, 400]);
      expect(await kept('trail')).toEqual([]);
    },
  );

  it('is not found for sources that do not exist or belong to another tenant', async () => {
    expect((await push('their-trail', call())).status).toBe(404);
    expect((await push('nothing', call())).status).toBe(404);
  });
});
