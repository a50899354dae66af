import { describe, expect, it } from 'vitest';
import type { Drift } from '../../../src/model/drift.ts';
import type { JsonObject } from '../../../src/model/json.ts';
import { inferIntents } from '../../../src/stages/intent/infer.ts';
import { spokenName } from '../../../src/stages/intent/spoken-name.ts';
import type { KnownResources } from '../../../src/stages/intent/whole.ts';
import { actor, created, deleted, event, lookup, makeDrift, member } from './make.ts';

const rule = 'aws_vpc_security_group_ingress_rule.db_from_app';
const many = 'aws_security_group_rule.office';
const route = 'module.network.aws_route.network';
const office = '10.0.0.0/8';

const state: Readonly<Record<string, JsonObject>> = {
  'aws_security_group.db': { id: 'sg-1' },
  'module.network.aws_route_table.private': { id: 'rtb-1' },
  'aws_default_route_table.main': { id: 'rtb-2' },
  [rule]: {
    security_group_id: 'sg-1',
    ip_protocol: 'tcp',
    from_port: 5432,
    to_port: 5432,
    cidr_ipv4: office,
  },
  [many]: {
    type: 'egress',
    security_group_id: 'sg-1',
    protocol: 'tcp',
    from_port: 443,
    to_port: 443,
    cidr_blocks: [office],
  },
  'aws_iam_role_policy_attachment.ci["s3"]': {
    role: 'ci-deploy',
    policy_arn: 'arn:aws:iam::aws:policy/AmazonS3FullAccess',
  },
  [route]: { route_table_id: 'rtb-1', destination_cidr_block: '0.0.0.0/0', gateway_id: 'igw-1' },
};

const known: KnownResources = {
  attributes: (address) => state[address],
  find: ({ type, keys }) =>
    Object.keys(state).find(
      (address) =>
        new RegExp(`(?:^|\\.)${type}\\.`).test(address) &&
        keys.some(({ id }) => id !== undefined && id === state[address]?.['id']),
    ),
};

type Row = readonly [summary: string, drifts: readonly Drift[]];

const rows: readonly Row[] = [
  ['Deleted the route to 0.0.0.0/0 of route table private', [deleted(route)]],
  [
    'Changed gateway_id of the route to 0.0.0.0/0 of route table private from igw-1 to igw-2',
    [makeDrift(route, ['gateway_id'], 'igw-1', 'igw-2')],
  ],
  [
    'Created the route to 10.9.0.0/16 of default route table main outside Terraform',
    [created('aws_route.r', { route_table_id: 'rtb-2', destination_cidr_block: '10.9.0.0/16' })],
  ],
  [
    'Created the route to ::/0 of route table rtb-9 outside Terraform',
    [created('aws_route.r', { route_table_id: 'rtb-9', destination_ipv6_cidr_block: '::/0' })],
  ],
  [
    'Detached AmazonS3FullAccess from role ci-deploy',
    [deleted('aws_iam_role_policy_attachment.ci["s3"]')],
  ],
  ['Deleted route away', [deleted('aws_route.away')]],
  ['Closed port 5432 (PostgreSQL) to 10.0.0.0/8 on security group db', [deleted(rule)]],
  ['Closed outgoing port 443 (HTTPS) to 10.0.0.0/8 on security group db', [deleted(many)]],
  [
    'Opened port 22 (SSH) to everyone on security group db',
    [
      created('aws_vpc_security_group_ingress_rule.ssh', {
        security_group_id: 'sg-1',
        ip_protocol: 'tcp',
        from_port: 22,
        to_port: 22,
        cidr_ipv4: '0.0.0.0/0',
      }),
    ],
  ],
  [
    'Replaced 10.0.0.0/8 by everyone for port 5432 (PostgreSQL) on security group db',
    [makeDrift(rule, ['cidr_ipv4'], office, '0.0.0.0/0')],
  ],
  [
    'Moved 10.0.0.0/8 from port 5432 (PostgreSQL) to port 5433 on security group db',
    [makeDrift(rule, ['from_port'], 5432, 5433), makeDrift(rule, ['to_port'], 5432, 5433)],
  ],
  [
    'Changed the description of the rule for port 5432 (PostgreSQL) from 10.0.0.0/8 on security group db',
    [makeDrift(rule, ['description'], 'a', 'b')],
  ],
  [
    'Changed cidr_ipv4 of security group rule db_from_app from 10.0.0.0/8 to 10.1.0.0/16 and changed to_port of security group rule db_from_app from 5432 to 5500',
    [
      makeDrift(rule, ['cidr_ipv4'], office, '10.1.0.0/16'),
      makeDrift(rule, ['to_port'], 5432, 5500),
    ],
  ],
  [
    'Opened outgoing port 443 (HTTPS) to 10.2.0.0/16 on security group db',
    [member(many, 'cidr_blocks', '10.2.0.0/16', true)],
  ],
];

describe('the name of a change to a part of another resource', () => {
  it.each(rows.map(([summary, drifts]) => ({ summary, drifts })))(
    '$summary',
    ({ summary, drifts }) => {
      const made = event('e1', 1, actor('ann'));
      const intents = inferIntents({ drifts, event: lookup([made]), known });

      expect(intents.map((intent) => intent.summary)).toEqual([summary]);
    },
  );
});

describe('the spoken name of a resource', () => {
  it.each([
    ['aws_sqs_queue.jobs', 'jobs'],
    ['aws_sqs_queue.jobs["eu"]', 'jobs["eu"]'],
    ['aws_sqs_queue.queue["audit"]', 'audit'],
    ['aws_sqs_queue.sqs_queue["audit"]', 'audit'],
    ['aws_sqs_queue.queue', 'queue'],
    ['aws_sqs_queue.queue[1]', 'queue[1]'],
    ['aws_db_instance.database["orders"]', 'orders'],
    ['module.orders.aws_sqs_queue.queue', 'orders'],
    ['module.orders.aws_sqs_queue.dead_letters', 'dead_letters'],
    ['module.s["orders"].aws_sqs_queue.queue', 'orders'],
    ['module.s["orders"].aws_sqs_queue.queue["orders"]', 'orders'],
    ['module.s["orders"].aws_sqs_queue.queue["dlq"]', 'dlq of orders'],
    ['module.s["orders"].aws_cloudwatch_metric_alarm.depth', 'depth of orders'],
    ['module.s["orders"].module.alarms.aws_cloudwatch_metric_alarm.depth', 'depth of orders'],
    ['module.s["orders"].module.alarms.aws_cloudwatch_metric_alarm.this', 'alarms of orders'],
    ['module.s[0].aws_cloudwatch_metric_alarm.depth', 'depth'],
    ['module.s[2].aws_cloudwatch_metric_alarm.depth', 'depth of s[2]'],
  ])('%s is called %s', (address, name) => {
    expect(spokenName(address)).toBe(name);
  });
});
