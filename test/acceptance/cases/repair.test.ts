import type { JsonObject } from '../../../src/model/json.ts';
import { useProject } from '../harness/project.ts';
import { runCase, runCases } from '../harness/run.ts';

const flat = useProject('flat');
const options = { args: ['--verify', 'plan', '--adopt', 'all'] };

/** Removes all calls of these operations from the log. */
const without =
  (...operations: readonly string[]) =>
  (records: JsonObject[]): JsonObject[] =>
    records.filter(({ eventName }) => !operations.includes(String(eventName)));

const trust = JSON.stringify({
  Version: '2012-10-17',
  Statement: [
    { Effect: 'Allow', Action: 'sts:AssumeRole', Principal: { Service: 'ec2.amazonaws.com' } },
  ],
});

runCases(
  flat,
  'what only the import plan tells',
  [
    {
      name: 'settings of a queue',
      by: 'console human',
      act: async ({ sqs, rewrite }) => {
        const made = await sqs.createQueue({ QueueName: 'storefront-returns' });
        await sqs.setQueueAttributes({
          QueueUrl: made.QueueUrl ?? '',
          Attributes: { VisibilityTimeout: '75', DelaySeconds: '5', MaximumMessageSize: '262144' },
        });
        rewrite(without('SetQueueAttributes'));
      },
      expect: {
        kind: 'adopted',
        imports: 1,
        at: ['aws_sqs_queue.storefront_returns'],
        in: ['messaging.tf'],
        writes: ['visibility_timeout_seconds = 75', 'delay_seconds = 5'],
        unseen: true,
      },
    },
    {
      name: 'retention of a log group',
      by: 'cli human',
      act: async ({ logs, rewrite }) => {
        await logs.createLogGroup({ logGroupName: '/storefront/returns' });
        await logs.putRetentionPolicy({
          logGroupName: '/storefront/returns',
          retentionInDays: 14,
        });
        rewrite(without('PutRetentionPolicy'));
      },
      expect: {
        kind: 'adopted',
        imports: 1,
        at: ['aws_cloudwatch_log_group.storefront_returns'],
        in: ['operations.tf'],
        writes: ['retention_in_days = 14'],
        unseen: true,
      },
    },
    {
      name: 'tags and session length of a role',
      by: 'on call',
      act: async ({ iam, rewrite }) => {
        const RoleName = 'storefront-returns';
        await iam.createRole({ RoleName, AssumeRolePolicyDocument: trust });
        await iam.updateRole({ RoleName, MaxSessionDuration: 7200 });
        await iam.tagRole({ RoleName, Tags: [{ Key: 'Team', Value: 'returns' }] });
        rewrite(without('UpdateRole', 'TagRole'));
      },
      expect: {
        kind: 'adopted',
        imports: 1,
        at: ['aws_iam_role.storefront_returns'],
        in: ['iam.tf'],
        writes: ['max_session_duration = 7200', 'Team = "returns"'],
        unseen: true,
      },
    },
    {
      name: 'display name of a topic, which the log has wrong',
      by: 'security bot',
      act: async ({ sns, rewrite }) => {
        await sns.createTopic({
          Name: 'storefront-returns',
          Attributes: { DisplayName: 'Returns' },
        });
        rewrite((records) =>
          JSON.parse(JSON.stringify(records).replaceAll('"Returns"', '"Refunds"')),
        );
      },
      expect: {
        kind: 'adopted',
        imports: 1,
        at: ['aws_sns_topic.storefront_returns'],
        in: ['messaging.tf'],
        writes: ['display_name = "Returns"'],
        unseen: true,
      },
    },
    {
      name: 'value of a parameter, which is no secret',
      by: 'console human',
      act: ({ ssm }) =>
        ssm.putParameter({ Name: '/storefront/greeting', Type: 'String', Value: 'Welcome back' }),
      expect: {
        kind: 'adopted',
        imports: 1,
        at: ['aws_ssm_parameter.greeting'],
        in: ['operations.tf'],
        writes: ['value = "Welcome back"'],
        unseen: true,
      },
    },
  ],
  options,
);

runCase(
  flat,
  {
    name: 'a parameter that is a secret is not adopted',
    by: 'console human',
    act: ({ ssm }) =>
      ssm.putParameter({
        Name: '/storefront/signing',
        Type: 'SecureString',
        Value: 'sk-first-key-5512',
      }),
    expect: { kind: 'untouched', trace: ['drift'] },
  },
  options,
);

runCase(
  flat,
  {
    name: 'a resource that is gone without a word is not adopted',
    by: 'console human',
    act: async ({ sqs, rewrite }) => {
      const made = await sqs.createQueue({ QueueName: 'storefront-gone' });
      await sqs.deleteQueue({ QueueUrl: made.QueueUrl ?? '' });
      rewrite(without('DeleteQueue'));
    },
    expect: { kind: 'untouched', trace: ['drift'] },
  },
  options,
);
