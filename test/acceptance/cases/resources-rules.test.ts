import { useProject } from '../harness/project.ts';
import { runCases } from '../harness/run.ts';

const resources = useProject('resources');
const delegations = useProject('delegations');

const capacity = (read: number, write: number) => ({
  ProvisionedThroughput: { ReadCapacityUnits: read, WriteCapacityUnits: write },
});

runCases(
  resources,
  'handed over',
  [
    {
      name: 'attribute of a resource without a lifecycle',
      by: 'dynamodb autoscaling',
      act: ({ dynamodb }) =>
        dynamodb.updateTable({ TableName: 'ledger-sessions', ...capacity(25, 5) }),
      expect: {
        kind: 'codified',
        at: ['aws_dynamodb_table.sessions'],
        in: ['storage.tf'],
        writes: ['lifecycle {', '# read_capacity: owned by', 'ignore_changes = [read_capacity]'],
      },
    },
    {
      name: 'attribute beside one that is ignored already',
      by: 'dynamodb autoscaling',
      act: ({ dynamodb }) =>
        dynamodb.updateTable({ TableName: 'ledger-carts', ...capacity(8, 16) }),
      expect: {
        kind: 'codified',
        at: ['aws_dynamodb_table.carts'],
        in: ['storage.tf'],
        writes: ['# write_capacity: owned by', 'ignore_changes = [tags, write_capacity]'],
      },
    },
    {
      name: 'both attributes of a lifecycle without a list',
      by: 'dynamodb autoscaling',
      act: ({ dynamodb }) =>
        dynamodb.updateTable({ TableName: 'ledger-events', ...capacity(6, 12) }),
      expect: {
        kind: 'codified',
        at: ['aws_dynamodb_table.events'],
        in: ['storage.tf'],
        writes: [
          '# read_capacity: owned by',
          '# write_capacity: owned by',
          'ignore_changes = [read_capacity, write_capacity]',
        ],
      },
    },
  ],
  { policy: 'default' },
);

runCases(resources, 'ignored already', [
  {
    name: 'tag of a table whose tags nobody minds',
    by: 'cost bot',
    act: ({ dynamodb, text }) =>
      dynamodb.tagResource({
        ResourceArn: text('aws_dynamodb_table.carts', 'arn'),
        Tags: [{ Key: 'CostCenter', Value: '1200' }],
      }),
    expect: { kind: 'untouched', trace: ['ignored'] },
  },
]);

runCases(delegations, 'over', [
  {
    name: 'rule with the lifecycle that it came with',
    by: 'cli human',
    act: ({ dynamodb }) => dynamodb.updateTable({ TableName: 'orders', ...capacity(5, 7) }),
    expect: {
      kind: 'codified',
      at: ['aws_dynamodb_table.orders'],
      in: ['main.tf'],
      writes: ['write_capacity = 7'],
      drops: ['ignore_changes = [read_capacity]'],
      loses: [
        '# read_capacity: owned by Application Auto Scaling within 5..20 until 2025-01-31 (i-0123456789ab)',
      ],
    },
  },
  {
    name: 'rule beside one of a person',
    by: 'cli human',
    act: ({ dynamodb }) => dynamodb.updateTable({ TableName: 'stock', ...capacity(6, 5) }),
    expect: {
      kind: 'codified',
      at: ['aws_dynamodb_table.stock'],
      in: ['main.tf'],
      writes: ['read_capacity = 6', 'ignore_changes = [tags]'],
      loses: [
        '# write_capacity: owned by Application Auto Scaling until 2025-02-28 (i-0123456789ac)',
      ],
    },
  },
  {
    name: 'rule for several instances',
    by: 'console human',
    act: async ({ logs, text }) => {
      for (const key of ['api', 'jobs']) {
        const resourceArn = text(`aws_cloudwatch_log_group.this["${key}"]`, 'arn');
        await logs.tagResource({ resourceArn, tags: { Team: 'shop' } });
        // Without this call nobody knows the live value, and the rule stays.
        await logs.putRetentionPolicy({ logGroupName: `/shop/${key}`, retentionInDays: 30 });
      }
    },
    expect: {
      kind: 'codified',
      at: ['aws_cloudwatch_log_group.this["api"]', 'aws_cloudwatch_log_group.this["jobs"]'],
      in: ['main.tf'],
      writes: ['Team = "shop"'],
      drops: ['ignore_changes = [retention_in_days]'],
      loses: ['# retention_in_days: owned by Log Janitor until 2025-03-31 (i-0123456789ad)'],
    },
  },
  {
    name: 'rule that still holds',
    by: 'on call',
    act: ({ sqs, text }) =>
      sqs.setQueueAttributes({
        QueueUrl: text('aws_sqs_queue.mail'),
        Attributes: { DelaySeconds: '5' },
      }),
    expect: {
      kind: 'codified',
      at: ['aws_sqs_queue.mail'],
      in: ['main.tf'],
      writes: ['delay_seconds = 5'],
    },
  },
  {
    name: 'rule of a person, who says until when',
    by: 'on call',
    act: ({ sqs, text }) =>
      sqs.setQueueAttributes({
        QueueUrl: text('aws_sqs_queue.work'),
        Attributes: { DelaySeconds: '3' },
      }),
    expect: {
      kind: 'codified',
      at: ['aws_sqs_queue.work'],
      in: ['main.tf'],
      writes: ['delay_seconds = 3'],
    },
  },
]);
