import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Cloud } from '../../../src/model/event.ts';
import type { Json, JsonObject } from '../../../src/model/json.ts';
import { end, record as step } from './azure/records.ts';
import { record as call } from './cloudtrail/records.ts';
import { isBalanced } from './gather.ts';
import { entry } from './gcp/entries.ts';
import { record as request } from './kubernetes/records.ts';
import { read } from './read.ts';

const text = (value: Json, _?: null, indent?: number): string =>
  JSON.stringify(value, null, indent);
const base64 = (value: Json): string => Buffer.from(text(value)).toString('base64');

/** The entry that GKE writes for a patch of a Deployment. */
const gke = entry(
  {
    serviceName: 'k8s.io',
    methodName: 'io.k8s.apps.v1.deployments.patch',
    resourceName: 'apps/v1/namespaces/shop/deployments/web',
    request: { '@type': 'apps.k8s.io/v1.Patch', spec: { replicas: 5 } },
    response: { '@type': 'apps.k8s.io/v1.Deployment', spec: { replicas: 5 } },
  },
  {
    resource: {
      type: 'k8s_cluster',
      labels: { project_id: 'shop-prod', location: 'europe-west1', cluster_name: 'prod' },
    },
    operation: { id: 'op-1', producer: 'k8s.io', first: true, last: true },
  },
);

const group = { logGroup: '/aws/eks/prod/cluster' };

type Form = readonly [form: string, content: Json, cloud: Cloud, scope?: string];

const forms: readonly Form[] = [
  ['a message pushed by Pub/Sub', { message: { data: base64(entry()) }, subscription: 's' }, 'gcp'],
  ['messages pulled from Pub/Sub', [{ ackId: 'a', message: { data: base64(entry()) } }], 'gcp'],
  [
    'the answer of a pull',
    { receivedMessages: [{ ackId: 'a', message: { data: base64(entry()) } }] },
    'gcp',
  ],
  ['a page of Cloud Logging', { entries: [entry()], nextPageToken: 'x' }, 'gcp'],
  ['a record of GKE', gke, 'kubernetes', 'projects/shop-prod/locations/europe-west1/clusters/prod'],
  ['CloudTrail in CloudWatch Logs', { events: [{ message: text(call()) }] }, 'aws'],
  [
    'CloudTrail in a subscription',
    { messageType: 'DATA_MESSAGE', logEvents: [{ message: text(call()) }] },
    'aws',
  ],
  [
    'EKS in a subscription',
    { ...group, logEvents: [{ message: text(request()) }] },
    'kubernetes',
    'prod',
  ],
  ['a batch of Event Hubs', { records: [step('diagnostic', end)] }, 'azure'],
  ['batches of Event Hubs', [{ records: [step('diagnostic', end)] }], 'azure'],
  [
    'a page of the REST API',
    { value: [step('rest', end)], nextLink: 'https://x.example' },
    'azure',
  ],
  ['an event of Event Grid', step('event-grid', end), 'azure'],
  [
    'an EventList',
    { kind: 'EventList', apiVersion: 'audit.k8s.io/v1', items: [request()] },
    'kubernetes',
  ],
  [
    'an event of EventBridge',
    { 'detail-type': 'AWS API Call via CloudTrail', detail: call() },
    'aws',
  ],
];

describe('envelopes', () => {
  it.each(forms)('%s', async (_, given, cloud, scope) => {
    const content = given ?? null;
    for (const log of [text(content), `${text(content)}\n`, text(content, null, 2)]) {
      const { events, problems, counts } = await read(log);

      expect(problems).toEqual([]);
      expect(events.map((event) => event.cloud)).toEqual([cloud]);
      expect(counts).toMatchObject({ read: 1, kept: 1 });
      if (scope !== undefined) expect(events[0]?.scope).toBe(scope);
    }
  });

  it('of GKE yield what Kubernetes itself would have logged', async () => {
    const { events } = await read(JSON.stringify(gke));

    expect(events[0]).toMatchObject({
      id: 'op-1',
      service: 'apps',
      operation: 'patch deployments',
      outcome: 'success',
      caller: { principal: 'ada@shop.example', type: 'User' },
      request: {
        verb: 'patch',
        target: { group: 'apps', resource: 'deployments', namespace: 'shop', name: 'web' },
        body: { spec: { replicas: 5 } },
      },
      response: { spec: { replicas: 5 } },
    });
  });

  it.each<[string, JsonObject, reason: string]>([
    ['failed', { status: { code: 7, message: 'Forbidden' } }, 'failed'],
    ['read', { methodName: 'io.k8s.apps.v1.deployments.get' }, 'read-only'],
    ['is about no object', { resourceName: 'readyz' }, 'non-resource'],
  ])('are dropped for a GKE request that %s', async (_, parts, reason) => {
    const payload = gke['protoPayload'] as JsonObject;
    const { counts } = await read(
      JSON.stringify({ ...gke, protoPayload: { ...payload, ...parts } }),
    );

    expect(counts.dropped).toEqual({ [reason]: 1 });
  });

  it('get the cluster name from the options if the record has none', async () => {
    const alone = await read(JSON.stringify(request()), { cluster: 'staging' });

    expect(alone.events[0]?.scope).toBe('staging');
  });
});

const deep = `{"a":${'['.repeat(5000)}${']'.repeat(5000)}}`;

describe('hostile envelopes', () => {
  it.each<[string, Json]>([
    ['a message that nests too deep', { message: { data: Buffer.from(deep).toString('base64') } }],
    ['a line that nests too deep', { message: deep }],
    ['a cluster log that nests too deep', { category: 'kube-audit', properties: { log: deep } }],
    ['a record of LookupEvents that nests too deep', { CloudTrailEvent: deep }],
    ['a message that is no base64', { message: { data: '\u0000\u0007' } }],
    ['a list of what is no record', { records: [[call()], 7, null] }],
  ])('%s is refused, and the rest is read', async (_, content) => {
    const log = [call(), content, request()].map((each) => JSON.stringify(each)).join('\n');
    const result = await read(log);

    expect(result.events.map(({ cloud }) => cloud)).toEqual(['aws', 'kubernetes']);
    expect(result.problems.length).toBeGreaterThan(0);
    expect(result.fatal).toEqual([]);
    expect(isBalanced(result)).toBe(true);
  });

  const good = [call(), step('rest', end), entry(), request(), gke];
  const names = [
    'Records',
    'records',
    'value',
    'items',
    'events',
    'message',
    'detail',
    '__proto__',
  ];
  const { envelope } = fc.letrec<{ envelope: Json }>((tie) => ({
    envelope: fc.oneof(
      { depthSize: 'small' },
      fc.constantFrom(...good),
      fc.jsonValue({ maxDepth: 2 }).map((value) => value as Json),
      fc.array(tie('envelope'), { maxLength: 3 }),
      fc
        .tuple(fc.constantFrom(...names), tie('envelope'), fc.boolean())
        .map(([name, value, asText]): Json => ({ [name]: asText ? JSON.stringify(value) : value })),
    ),
  }));

  it('of any kind are counted, and never stop the reading', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(envelope, { maxLength: 5 }), async (values) => {
        const log = [call({ eventID: 'good' }), ...values].map((each) => JSON.stringify(each));
        const result = await read(log.join('\n'));

        expect(result.events.map(({ id }) => id)).toContain('good');
        expect(isBalanced(result)).toBe(true);
        expect(({} as Record<string, unknown>)['eventName']).toBeUndefined();
      }),
      { numRuns: 200 },
    );
  });
});
