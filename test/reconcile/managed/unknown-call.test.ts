import { describe, expect, it } from 'vitest';
import { createStateIndex } from '../../../src/code/terraform/state/index.ts';
import type { StateResource } from '../../../src/code/terraform/state/types.ts';
import type { AuditEvent } from '../../../src/model/event.ts';
import type { JsonObject } from '../../../src/model/json.ts';
import { loadSchema } from '../../../src/providers/schema/load.ts';
import {
  createTouchFinder,
  unknownCallSubject,
} from '../../../src/reconcile/managed/unknown-call.ts';
import { auditEvent } from '../../providers/catalog/event.ts';
import { managed, stateOf } from '../managed.ts';

const schema = loadSchema();
const account = '111122223333';
const arn = (service: string, resource: string, region = 'eu-central-1', of = account) =>
  `arn:aws:${service}:${region}:${of}:${resource}`;

const bucketArn = 'arn:aws:s3:::acme-logs';
const roleArn = `arn:aws:iam::${account}:role/team/web`;
const functionArn = arn('lambda', 'function:checkout');
const secretArn = arn('secretsmanager', 'secret:db-AbCdEf');
const queueUrl = `https://sqs.eu-central-1.amazonaws.com/${account}/orders`;

const estate: readonly StateResource[] = [
  managed('aws_s3_bucket.logs', { id: 'acme-logs', bucket: 'acme-logs', arn: bucketArn }),
  managed('aws_s3_bucket_versioning.logs', { id: 'acme-logs', bucket: 'acme-logs' }),
  managed('aws_iam_role.web', { id: 'web', name: 'web', arn: roleArn }),
  managed('aws_lambda_function.checkout', {
    id: 'checkout',
    function_name: 'checkout',
    arn: functionArn,
  }),
  managed('aws_secretsmanager_secret.db', { id: secretArn, arn: secretArn, name: 'db' }),
  managed('aws_secretsmanager_secret_version.db', { id: `${secretArn}|v1`, arn: secretArn }),
  managed('aws_sqs_queue.orders', {
    id: queueUrl,
    url: queueUrl,
    name: 'orders',
    arn: arn('sqs', 'orders'),
  }),
  managed('aws_sns_topic.orders', {
    id: arn('sns', 'orders'),
    name: 'orders',
    arn: arn('sns', 'orders'),
  }),
  managed('aws_ecs_cluster.main', {
    id: arn('ecs', 'cluster/main'),
    name: 'main',
    arn: arn('ecs', 'cluster/main'),
  }),
  managed('aws_lb.edge', {
    id: 'x',
    name: 'edge-1',
    arn: arn('elasticloadbalancing', 'loadbalancer/app/edge-1/1'),
  }),
  managed('aws_lb_target_group.edge', {
    id: 'y',
    name: 'edge-1',
    arn: arn('elasticloadbalancing', 'targetgroup/edge-1/2'),
  }),
  managed('aws_security_group.web', { id: 'sg-0123456789abcdef0', name: 'web-sg' }),
  managed('aws_cloudwatch_log_group.far', {
    id: '/far',
    name: '/far/away',
    arn: arn('logs', 'log-group:/far/away', 'us-east-1'),
  }),
];

function finderOf(resources: readonly StateResource[]) {
  const state = stateOf(resources);
  return createTouchFinder(state, createStateIndex(state, schema));
}

const find = finderOf(estate);

function call(request: JsonObject, more: Partial<AuditEvent> = {}): AuditEvent {
  return auditEvent({ service: 'novel.amazonaws.com', operation: 'Frobnicate', request, ...more });
}

const named = (event: AuditEvent) =>
  (find(event)?.touched ?? []).map(({ address, doubt }) =>
    doubt === undefined ? address : `${address} (${doubt})`,
  );

describe('an unknown call names', () => {
  it.each<[string, JsonObject, readonly string[]]>([
    ['an ARN', { target: roleArn }, ['aws_iam_role.web']],
    [
      'ARNs in a list',
      { all: [roleArn, functionArn] },
      ['aws_iam_role.web', 'aws_lambda_function.checkout'],
    ],
    [
      'ARNs in objects of a list',
      { a: [{ b: { c: [{ d: { e: { f: { g: roleArn } } } }] } }] },
      ['aws_iam_role.web'],
    ],
    ['an ARN that is a key', { map: { [roleArn]: 'x' } }, ['aws_iam_role.web']],
    [
      'ARNs in a document',
      { policy: JSON.stringify({ Resource: [`${bucketArn}/*`, roleArn] }) },
      ['aws_s3_bucket.logs', 'aws_iam_role.web'],
    ],
    ['something inside of it', { object: `${bucketArn}/2026/03/log.gz` }, ['aws_s3_bucket.logs']],
    ['a version of it', { on: `${functionArn}:7` }, ['aws_lambda_function.checkout']],
    ['what parts are known by, too', { on: secretArn }, ['aws_secretsmanager_secret.db']],
    ['an id', { groups: ['sg-0123456789abcdef0'] }, ['aws_security_group.web']],
    ['a URL', { where: queueUrl }, ['aws_sqs_queue.orders']],
    ['a name', { bucket: 'acme-logs' }, ['aws_s3_bucket.logs']],
    [
      'a name that several have',
      { thing: 'edge-1' },
      ['aws_lb.edge (2)', 'aws_lb_target_group.edge (2)'],
    ],
    [
      'a name that the member tells apart',
      { targetGroupName: 'edge-1' },
      ['aws_lb_target_group.edge'],
    ],
    ['a bare word', { mode: 'main' }, ['aws_ecs_cluster.main (word)']],
    ['a bare word that the member explains', { clusterName: 'main' }, ['aws_ecs_cluster.main']],
    [
      'a bare word that several are called',
      { x: 'orders' },
      ['aws_sqs_queue.orders (word)', 'aws_sns_topic.orders (word)'],
    ],
    ['a bare word beside an ARN', { x: 'orders', on: roleArn }, ['aws_iam_role.web']],
    ['a tag that is a word', { tags: { app: 'main' } }, []],
    ['a word that is no name', { mode: 'PROVISIONED' }, []],
    ['an ARN of another account', { on: `arn:aws:iam::999999999999:role/team/web` }, []],
    ['a name of another region', { group: '/far/away' }, []],
    ['nothing', {}, []],
  ])('%s', (_, request, want) => {
    expect([...named(call(request))].sort()).toEqual([...want].sort());
  });

  it.each<[string, Partial<AuditEvent>]>([
    ['the answer', { response: { made: { by: [roleArn] } } }],
    ['the details', { details: { on: roleArn } }],
    ['the list of resources', { resources: [roleArn] }],
    [
      'the answer, where the request is left out',
      { omitted: ['request'], response: { arn: roleArn } },
    ],
  ])('what stands in %s', (_, more) => {
    expect(named(call({}, more))).toEqual(['aws_iam_role.web']);
  });

  it('what the service tells apart', () => {
    const event = call({ x: 'orders' }, { service: 'sqs.amazonaws.com' });
    expect(named(event)).toEqual(['aws_sqs_queue.orders']);
  });

  it('nobody because of who called', () => {
    const event = call({});
    expect(named({ ...event, caller: { ...event.caller, principal: roleArn } })).toEqual([]);
  });

  it('no more than somebody can read, and says how many there are', () => {
    const many = Array.from({ length: 107 }, (_, n) =>
      managed(`aws_sqs_queue.q${n}`, { arn: arn('sqs', `queue-${n}`) }),
    );
    const found = finderOf(many)(
      call({ all: many.map(({ attributes }) => attributes['arn'] ?? '') }),
    );
    expect([found?.touched.length, found?.more]).toEqual([100, 7]);
  });

  it('a record made to be slow in no time', () => {
    const hostile = { a: `arn:aws:x:::${'/:'.repeat(200_000)}`, b: 'arn:aws'.repeat(50_000) };
    expect(named(call(hostile))).toEqual([]);
  }, 2000);
});

describe('the subject of a call', () => {
  it.each<[string, JsonObject, string | undefined]>([
    ['is what its request names', { functionName: 'checkout', role: roleArn }, 'functionName'],
    ['is no member of a list', { all: [roleArn] }, undefined],
    ['is nothing that it may not mean', { x: 'main' }, undefined],
  ])('%s', (_, request, member) => {
    const found = find(call(request));
    expect(found && unknownCallSubject(found)?.key.member).toBe(member);
  });
});
