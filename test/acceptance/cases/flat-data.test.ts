import { useProject } from '../harness/project.ts';
import { runCases } from '../harness/run.ts';

const flat = useProject('flat');

runCases(flat, 'data', [
  {
    name: 'database resized, with longer backups',
    by: 'on call',
    act: ({ rds }) =>
      rds.modifyDBInstance({
        DBInstanceIdentifier: 'storefront-orders',
        DBInstanceClass: 'db.t3.large',
        BackupRetentionPeriod: 14,
        ApplyImmediately: true,
      }),
    expect: {
      kind: 'codified',
      at: ['aws_db_instance.orders'],
      in: ['storage.tf'],
      writes: ['instance_class = "db.t3.large"', 'backup_retention_period = 14'],
    },
  },
  {
    name: 'table capacity and recovery',
    by: 'console human',
    act: async ({ dynamodb }) => {
      const TableName = 'storefront-carts';
      await dynamodb.updateTable({
        TableName,
        ProvisionedThroughput: { ReadCapacityUnits: 20, WriteCapacityUnits: 5 },
      });
      await dynamodb.updateContinuousBackups({
        TableName,
        PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
      });
    },
    expect: {
      kind: 'codified',
      at: ['aws_dynamodb_table.carts'],
      in: ['storage.tf'],
      writes: ['read_capacity = 20', 'enabled = true'],
    },
  },
  {
    name: 'queue attributes and tags',
    by: 'cli human',
    act: async ({ sqs, text }) => {
      const QueueUrl = text('aws_sqs_queue.orders');
      await sqs.setQueueAttributes({
        QueueUrl,
        Attributes: { VisibilityTimeout: '120', MessageRetentionPeriod: '604800' },
      });
      await sqs.tagQueue({ QueueUrl, Tags: { Tier: 'gold' } });
    },
    expect: {
      kind: 'codified',
      at: ['aws_sqs_queue.orders'],
      in: ['messaging.tf'],
      writes: [
        'visibility_timeout_seconds = 120',
        'message_retention_seconds = 604800 # four days',
        'Tier = "gold"',
      ],
    },
  },
  {
    name: 'topic renamed for people, and retagged',
    by: 'console human',
    act: async ({ sns, text }) => {
      const TopicArn = text('aws_sns_topic.orders', 'arn');
      await sns.setTopicAttributes({
        TopicArn,
        AttributeName: 'DisplayName',
        AttributeValue: 'Order events',
      });
      await sns.tagResource({ ResourceArn: TopicArn, Tags: [{ Key: 'Team', Value: 'orders' }] });
    },
    expect: {
      kind: 'codified',
      at: ['aws_sns_topic.orders'],
      in: ['messaging.tf'],
      writes: ['display_name = "Order events"', 'Team = "orders"'],
    },
  },
  {
    name: 'subscription delivers raw messages',
    by: 'unknown role',
    act: ({ sns, text }) =>
      sns.setSubscriptionAttributes({
        SubscriptionArn: text('aws_sns_topic_subscription.orders_queue', 'arn'),
        AttributeName: 'RawMessageDelivery',
        AttributeValue: 'true',
      }),
    expect: {
      kind: 'codified',
      at: ['aws_sns_topic_subscription.orders_queue'],
      in: ['messaging.tf'],
      writes: ['raw_message_delivery = true'],
    },
  },
  {
    name: 'key described anew and retagged',
    by: 'cli human',
    act: async ({ kms, text }) => {
      const KeyId = text('aws_kms_key.data', 'key_id');
      await kms.updateKeyDescription({ KeyId, Description: 'Storefront data at rest (2024)' });
      await kms.tagResource({ KeyId, Tags: [{ TagKey: 'Team', TagValue: 'security' }] });
    },
    expect: {
      kind: 'codified',
      at: ['aws_kms_key.data'],
      in: ['security.tf'],
      writes: ['description = "Storefront data at rest (2024)"', 'Team = "security"'],
    },
  },
  {
    name: 'rotation of a key switched off',
    by: 'console human',
    act: ({ kms, text }) => kms.disableKeyRotation({ KeyId: text('aws_kms_key.next', 'key_id') }),
    expect: {
      kind: 'codified',
      at: ['aws_kms_key.next'],
      in: ['security.tf'],
      writes: ['enable_key_rotation = false'],
    },
  },
  {
    name: 'alias moved to another key of the project',
    by: 'cli human',
    act: ({ kms, text }) =>
      kms.updateAlias({
        AliasName: 'alias/storefront-data',
        TargetKeyId: text('aws_kms_key.next', 'key_id'),
      }),
    expect: {
      kind: 'codified',
      at: ['aws_kms_alias.data'],
      in: ['security.tf'],
      writes: ['target_key_id = aws_kms_key.next.key_id'],
    },
  },
]);
