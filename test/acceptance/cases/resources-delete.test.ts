import { useProject } from '../harness/project.ts';
import { runCases } from '../harness/run.ts';

const resources = useProject('resources');

const gone = (name: string, type: string, values: readonly string[], ttl = 300) => ({
  Changes: [
    {
      Action: 'DELETE' as const,
      ResourceRecordSet: {
        Name: name,
        Type: type as 'A',
        TTL: ttl,
        ResourceRecords: values.map((Value) => ({ Value })),
      },
    },
  ],
});

runCases(resources, 'deleted blocks', [
  {
    name: 'queue with the comment on it',
    by: 'console human',
    act: ({ sqs, text }) => sqs.deleteQueue({ QueueUrl: text('aws_sqs_queue.importer') }),
    expect: {
      kind: 'removed',
      at: ['aws_sqs_queue.importer'],
      in: ['messaging.tf'],
      drops: ['resource "aws_sqs_queue" "importer" {'],
      loses: ['# The old importer. Nobody knows who still writes here.'],
    },
  },
  {
    name: 'bucket with what belongs to it',
    by: 'cli human',
    act: ({ s3 }) => s3.deleteBucket({ Bucket: 'ledger-archive' }),
    expect: {
      kind: 'removed',
      at: ['aws_s3_bucket.archive', 'aws_s3_bucket_versioning.archive'],
      in: ['storage.tf'],
      drops: [
        'resource "aws_s3_bucket" "archive" {',
        'resource "aws_s3_bucket_versioning" "archive" {',
      ],
      loses: ['# Kept for the auditors until 2024.'],
    },
  },
  {
    name: 'role after its policy was detached',
    by: 'on call',
    act: async ({ iam }) => {
      await iam.detachRolePolicy({
        RoleName: 'ledger-batch',
        PolicyArn: 'arn:aws:iam::aws:policy/AmazonSQSReadOnlyAccess',
      });
      await iam.deleteRole({ RoleName: 'ledger-batch' });
    },
    expect: {
      kind: 'removed',
      at: ['aws_iam_role.batch', 'aws_iam_role_policy_attachment.batch'],
      in: ['iam.tf'],
      drops: ['resource "aws_iam_role" "batch" {'],
    },
  },
  {
    name: 'subscription of a topic that stays',
    by: 'unknown role',
    act: ({ sns, text }) =>
      sns.unsubscribe({ SubscriptionArn: text('aws_sns_topic_subscription.mail', 'arn') }),
    expect: {
      kind: 'removed',
      at: ['aws_sns_topic_subscription.mail'],
      in: ['messaging.tf'],
      drops: ['resource "aws_sns_topic_subscription" "mail" {'],
    },
  },
  {
    name: 'log group',
    by: 'cost bot',
    act: ({ logs }) => logs.deleteLogGroup({ logGroupName: '/ledger/access' }),
    expect: {
      kind: 'removed',
      at: ['aws_cloudwatch_log_group.access'],
      in: ['operations.tf'],
      drops: ['resource "aws_cloudwatch_log_group" "access" {'],
    },
  },
  {
    name: 'parameter',
    by: 'cli human',
    act: ({ ssm }) => ssm.deleteParameter({ Name: '/ledger/endpoint' }),
    expect: {
      kind: 'removed',
      at: ['aws_ssm_parameter.endpoint'],
      in: ['operations.tf'],
      drops: ['resource "aws_ssm_parameter" "endpoint" {'],
    },
  },
  {
    name: 'both queues of a module',
    by: 'console human',
    act: async ({ sqs, text }) => {
      await sqs.deleteQueue({ QueueUrl: text('module.outbox.aws_sqs_queue.this') });
      await sqs.deleteQueue({ QueueUrl: text('module.outbox.aws_sqs_queue.dead') });
    },
    expect: {
      kind: 'removed',
      at: ['module.outbox.aws_sqs_queue.this', 'module.outbox.aws_sqs_queue.dead'],
      in: ['messaging.tf'],
      drops: ['module "outbox" {'],
    },
  },
]);

runCases(resources, 'deleted entries', [
  {
    name: 'queue of a variable file',
    by: 'console human',
    act: ({ sqs, text }) => sqs.deleteQueue({ QueueUrl: text('aws_sqs_queue.work["payouts"]') }),
    expect: {
      kind: 'removed',
      at: ['aws_sqs_queue.work["payouts"]'],
      in: ['terraform.tfvars'],
      drops: ['payouts = {}'],
    },
  },
  {
    name: 'user of a set in a default',
    by: 'cli human',
    act: ({ iam }) => iam.deleteUser({ UserName: 'looker' }),
    expect: {
      kind: 'removed',
      at: ['aws_iam_user.reader["looker"]'],
      in: ['variables.tf'],
      writes: ['default = ["grafana", "metabase"]'],
    },
  },
  {
    name: 'group of a map at the resource',
    by: 'on call',
    act: ({ iam }) => iam.deleteGroup({ GroupName: 'treasury' }),
    expect: {
      kind: 'removed',
      at: ['aws_iam_group.team["treasury"]'],
      in: ['iam.tf'],
      drops: ['treasury = "/teams/"'],
    },
  },
  {
    name: 'rule with the comment behind it',
    by: 'security bot',
    act: ({ ec2, text }) =>
      ec2.revokeSecurityGroupIngress({
        GroupId: text('aws_security_group.gateway'),
        SecurityGroupRuleIds: [text('aws_vpc_security_group_ingress_rule.partner["globex"]')],
      }),
    expect: {
      kind: 'removed',
      at: ['aws_vpc_security_group_ingress_rule.partner["globex"]'],
      in: ['terraform.tfvars'],
      drops: ['globex'],
      loses: ['# contract ends in May'],
    },
  },
  {
    name: 'record of a map of lists',
    by: 'cli human',
    act: ({ route53, text }) =>
      route53.changeResourceRecordSets({
        HostedZoneId: text('aws_route53_zone.this', 'zone_id'),
        ChangeBatch: gone('old.ledger.example.org', 'A', ['192.0.2.12']),
      }),
    expect: {
      kind: 'removed',
      at: ['aws_route53_record.this["old"]'],
      in: ['network.tf'],
      drops: ['old = ["192.0.2.12"]'],
    },
  },
  {
    name: 'log group, last of a map',
    by: 'cost bot',
    act: ({ logs }) => logs.deleteLogGroup({ logGroupName: '/ledger/cron' }),
    expect: {
      kind: 'removed',
      at: ['aws_cloudwatch_log_group.this["cron"]'],
      in: ['terraform.tfvars'],
      drops: ['cron = 7 # noisy'],
      loses: ['# noisy'],
    },
  },
  {
    name: 'parameter of a set at the resource',
    by: 'unknown role',
    act: ({ ssm }) => ssm.deleteParameter({ Name: '/ledger/flags/old-checkout' }),
    expect: {
      kind: 'removed',
      at: ['aws_ssm_parameter.flag["old-checkout"]'],
      in: ['operations.tf'],
      writes: ['toset(["dark-mode", "beta"])'],
    },
  },
  {
    name: 'all of one instance of a module',
    by: 'github actions',
    act: async ({ sqs, text }) => {
      await sqs.deleteQueue({ QueueUrl: text('module.tenant["west"].aws_sqs_queue.this') });
      await sqs.deleteQueue({ QueueUrl: text('module.tenant["west"].aws_sqs_queue.dead') });
    },
    expect: {
      kind: 'removed',
      at: ['module.tenant["west"].aws_sqs_queue.this', 'module.tenant["west"].aws_sqs_queue.dead'],
      in: ['messaging.tf'],
      writes: ['toset(["north", "south"])'],
    },
  },
  {
    name: 'bucket of a map, with the versioning that its entry makes',
    by: 'security bot',
    act: ({ s3 }) => s3.deleteBucket({ Bucket: 'ledger-reports' }),
    expect: {
      kind: 'removed',
      at: ['aws_s3_bucket.this["reports"]', 'aws_s3_bucket_versioning.this["reports"]'],
      in: ['storage.tf'],
      drops: ['reports = { versioned = true }'],
    },
  },
]);

runCases(resources, 'deleted indexes', [
  {
    name: 'last of a list',
    by: 'console human',
    act: ({ sqs, text }) => sqs.deleteQueue({ QueueUrl: text('aws_sqs_queue.shard[2]') }),
    expect: {
      kind: 'removed',
      at: ['aws_sqs_queue.shard[2]'],
      in: ['messaging.tf'],
      writes: ['shards = ["eu", "us"]'],
    },
  },
  {
    name: 'last of a number',
    by: 'cli human',
    act: ({ sqs, text }) => sqs.deleteQueue({ QueueUrl: text('aws_sqs_queue.worker[1]') }),
    expect: {
      kind: 'removed',
      at: ['aws_sqs_queue.worker[1]'],
      in: ['variables.tf'],
      drops: ['default = 2'],
      writes: ['default = 1'],
    },
  },
  {
    name: 'only one, behind a switch',
    by: 'cost bot',
    act: ({ sqs, text }) => sqs.deleteQueue({ QueueUrl: text('aws_sqs_queue.audit[0]') }),
    expect: {
      kind: 'removed',
      at: ['aws_sqs_queue.audit[0]'],
      in: ['variables.tf'],
      drops: ['default = true'],
      writes: ['default = false'],
    },
  },
]);

runCases(resources, 'all of a list', [
  {
    name: 'both at the end of a list',
    by: 'on call',
    act: async ({ sqs, text }) => {
      await sqs.deleteQueue({ QueueUrl: text('aws_sqs_queue.shard[1]') });
      await sqs.deleteQueue({ QueueUrl: text('aws_sqs_queue.shard[2]') });
    },
    expect: {
      kind: 'removed',
      at: ['aws_sqs_queue.shard[1]', 'aws_sqs_queue.shard[2]'],
      in: ['messaging.tf'],
      writes: ['shards = ["eu"]'],
    },
  },
  {
    name: 'both of a number',
    by: 'cli human',
    act: async ({ sqs, text }) => {
      await sqs.deleteQueue({ QueueUrl: text('aws_sqs_queue.worker[0]') });
      await sqs.deleteQueue({ QueueUrl: text('aws_sqs_queue.worker[1]') });
    },
    expect: {
      kind: 'removed',
      at: ['aws_sqs_queue.worker[0]', 'aws_sqs_queue.worker[1]'],
      in: ['variables.tf'],
      writes: ['default = 0'],
    },
  },
]);

runCases(resources, 'deleted, and still needed', [
  {
    name: 'queue that a subscription and an output refer to',
    by: 'console human',
    act: ({ sqs, text }) => sqs.deleteQueue({ QueueUrl: text('aws_sqs_queue.mail') }),
    expect: { kind: 'untouched', trace: ['drift'] },
  },
  {
    name: 'topic that an output shows',
    by: 'cli human',
    act: ({ sns, text }) => sns.deleteTopic({ TopicArn: text('aws_sns_topic.billing', 'arn') }),
    expect: { kind: 'untouched', trace: ['drift'] },
  },
  {
    name: 'first of a list, which would renumber the others',
    by: 'on call',
    act: ({ sqs, text }) => sqs.deleteQueue({ QueueUrl: text('aws_sqs_queue.shard[0]') }),
    expect: { kind: 'untouched', trace: ['drift'] },
  },
  {
    name: 'first of a number',
    by: 'cost bot',
    act: ({ sqs, text }) => sqs.deleteQueue({ QueueUrl: text('aws_sqs_queue.worker[0]') }),
    expect: { kind: 'untouched', trace: ['drift'] },
  },
  {
    name: 'queue of a module that others call',
    by: 'unknown role',
    act: ({ sqs, text }) => sqs.deleteQueue({ QueueUrl: text('module.inbox.aws_sqs_queue.dead') }),
    expect: { kind: 'untouched', trace: ['drift'] },
  },
  {
    name: 'queue of one instance of a module',
    by: 'github actions',
    act: ({ sqs, text }) =>
      sqs.deleteQueue({ QueueUrl: text('module.tenant["north"].aws_sqs_queue.dead') }),
    expect: { kind: 'untouched', trace: ['drift'] },
  },
]);
