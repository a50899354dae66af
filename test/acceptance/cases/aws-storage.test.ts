import { useProject } from '../harness/project.ts';
import { runCases } from '../harness/run.ts';

const storage = useProject('aws-storage');

const sales = {
  ServiceNamespace: 'dynamodb',
  ResourceId: 'table/orchard-sales',
  ScalableDimension: 'dynamodb:table:ReadCapacityUnits',
} as const;

runCases(storage, 'what lies in buckets, queues and tables', [
  {
    name: 'acceleration suspended',
    by: 'cost bot',
    act: ({ s3 }) =>
      s3.putBucketAccelerateConfiguration({
        Bucket: 'orchard-photos',
        AccelerateConfiguration: { Status: 'Suspended' },
      }),
    expect: {
      kind: 'codified',
      at: ['aws_s3_bucket_accelerate_configuration.photos', 'aws_s3_bucket.this["photos"]'],
      in: ['buckets.tf'],
      writes: ['status = "Suspended"'],
    },
  },
  {
    name: 'ledger locked for longer',
    by: 'console human',
    act: ({ s3 }) =>
      s3.putObjectLockConfiguration({
        Bucket: 'orchard-ledger',
        ObjectLockConfiguration: {
          ObjectLockEnabled: 'Enabled',
          Rule: { DefaultRetention: { Mode: 'GOVERNANCE', Days: 730 } },
        },
      }),
    expect: {
      kind: 'codified',
      at: ['aws_s3_bucket_object_lock_configuration.ledger', 'aws_s3_bucket.this["ledger"]'],
      in: ['buckets.tf'],
      writes: ['days = 730 # until the tax is paid'],
    },
  },
  {
    name: 'object deleted',
    by: 'cli human',
    act: ({ s3 }) => s3.deleteObject({ Bucket: 'orchard-harvest', Key: 'signs/closed.txt' }),
    expect: {
      kind: 'removed',
      at: ['aws_s3_object.sign'],
      in: ['buckets.tf'],
      drops: ['resource "aws_s3_object" "sign" {'],
      loses: ['# Signs from the old shop.'],
    },
  },
  {
    name: 'queue told of more',
    by: 'console human',
    act: ({ s3, text }) =>
      s3.putBucketNotificationConfiguration({
        Bucket: 'orchard-harvest',
        NotificationConfiguration: {
          QueueConfigurations: [
            {
              Id: 'baskets',
              QueueArn: text('aws_sqs_queue.this["baskets"]', 'arn'),
              Events: ['s3:ObjectCreated:*', 's3:ObjectRemoved:*'],
              Filter: { Key: { FilterRules: [{ Name: 'prefix', Value: 'baskets/' }] } },
            },
          ],
        },
      }),
    expect: {
      kind: 'codified',
      at: ['aws_s3_bucket_notification.harvest'],
      in: ['buckets.tf'],
      writes: ['"s3:ObjectRemoved:*"'],
    },
  },
  {
    name: 'more attempts before a basket is rotten',
    by: 'on call',
    act: ({ sqs, text }) =>
      sqs.setQueueAttributes({
        QueueUrl: text('aws_sqs_queue.this["baskets"]'),
        Attributes: {
          RedrivePolicy: JSON.stringify({
            deadLetterTargetArn: text('aws_sqs_queue.this["rotten"]', 'arn'),
            maxReceiveCount: 9,
          }),
        },
      }),
    expect: {
      kind: 'codified',
      at: ['aws_sqs_queue_redrive_policy.baskets', 'aws_sqs_queue.this["baskets"]'],
      in: ['buckets.tf'],
      writes: ['maxReceiveCount = 9'],
    },
  },
  {
    name: 'neighbors who may ask for more',
    by: 'console human',
    act: ({ dynamodb, text }) => {
      const ResourceArn = text('aws_dynamodb_table.trees', 'arn');
      return dynamodb.putResourcePolicy({
        ResourceArn,
        // Keys in the order that the provider sends, since it compares this document as text.
        Policy: JSON.stringify({
          Statement: [
            {
              Action: ['dynamodb:GetItem', 'dynamodb:Query'],
              Effect: 'Allow',
              Principal: { AWS: 'arn:aws:iam::210987654321:root' },
              Resource: ResourceArn,
              Sid: 'Neighbors',
            },
          ],
          Version: '2012-10-17',
        }),
      });
    },
    expect: {
      kind: 'codified',
      at: ['aws_dynamodb_resource_policy.trees'],
      in: ['buckets.tf'],
      writes: ['"dynamodb:Query"'],
    },
  },
  {
    name: 'larger bounds of a scaled table',
    by: 'on call',
    act: ({ applicationAutoscaling }) =>
      applicationAutoscaling.registerScalableTarget({ ...sales, MinCapacity: 5, MaxCapacity: 200 }),
    expect: {
      kind: 'codified',
      at: ['aws_appautoscaling_target.sales'],
      in: ['buckets.tf'],
      writes: ['default = { min = 5, max = 200 }'],
    },
  },
  {
    name: 'scaled earlier',
    by: 'on call',
    act: ({ applicationAutoscaling }) =>
      applicationAutoscaling.putScalingPolicy({
        ...sales,
        PolicyName: 'orchard-sales',
        PolicyType: 'TargetTrackingScaling',
        TargetTrackingScalingPolicyConfiguration: {
          TargetValue: 50,
          PredefinedMetricSpecification: {
            PredefinedMetricType: 'DynamoDBReadCapacityUtilization',
          },
        },
      }),
    expect: {
      kind: 'codified',
      at: ['aws_appautoscaling_policy.sales'],
      in: ['buckets.tf'],
      writes: ['target_value = 50'],
    },
  },
  {
    name: 'market on another day',
    by: 'console human',
    act: ({ applicationAutoscaling }) =>
      applicationAutoscaling.putScheduledAction({
        ...sales,
        ScheduledActionName: 'market',
        Schedule: 'cron(0 6 ? * SUN *)',
        ScalableTargetAction: { MinCapacity: 20, MaxCapacity: 50 },
      }),
    expect: {
      kind: 'codified',
      at: ['aws_appautoscaling_scheduled_action.market'],
      in: ['buckets.tf'],
      writes: ['schedule = "cron(0 6 ? * SUN *)"'],
    },
  },
]);

runCases(storage, 'databases and what they stand on', [
  {
    name: 'third subnet in a group',
    by: 'console human',
    act: ({ rds, text }) =>
      rds.modifyDBSubnetGroup({
        DBSubnetGroupName: 'orchard',
        SubnetIds: ['a', 'b', 'c'].map((zone) => text(`aws_subnet.this["${zone}"]`)),
      }),
    expect: {
      kind: 'codified',
      at: ['aws_db_subnet_group.this'],
      in: ['databases.tf'],
      writes: ['aws_subnet.this["c"].id'],
    },
  },
  {
    name: 'parameters of the old press deleted',
    by: 'cost bot',
    act: ({ rds }) => rds.deleteDBParameterGroup({ DBParameterGroupName: 'orchard-postgres15' }),
    expect: {
      kind: 'removed',
      at: ['aws_db_parameter_group.this["postgres15"]'],
      in: ['databases.tf'],
      drops: ['postgres15 = "The old press"'],
    },
  },
  {
    name: 'tags around a cluster',
    by: 'cli human',
    act: async ({ rds, text }) => {
      const Tags = [{ Key: 'Season', Value: 'autumn' }];
      for (const address of [
        'aws_rds_cluster_parameter_group.this',
        'aws_db_option_group.old',
        'aws_db_cluster_snapshot.autumn',
        'aws_db_event_subscription.frost',
      ]) {
        const arn = address.includes('snapshot') ? 'db_cluster_snapshot_arn' : 'arn';
        await rds.addTagsToResource({ ResourceName: text(address, arn), Tags });
      }
    },
    expect: {
      kind: 'codified',
      at: [
        'aws_rds_cluster_parameter_group.this',
        'aws_db_option_group.old',
        'aws_db_cluster_snapshot.autumn',
        'aws_db_event_subscription.frost',
      ],
      in: ['databases.tf'],
      writes: ['merge(local.tags, { Season = "autumn" })'],
    },
  },
  {
    name: 'cluster kept for longer',
    by: 'on call',
    act: ({ rds }) =>
      rds.modifyDBCluster({
        DBClusterIdentifier: 'orchard-cider',
        BackupRetentionPeriod: 21,
        ApplyImmediately: true,
      }),
    expect: {
      kind: 'codified',
      at: ['aws_rds_cluster.cider'],
      in: ['databases.tf'],
      writes: ['backup_days = 21'],
    },
  },
  {
    name: 'larger instance of a cluster',
    by: 'on call',
    act: ({ rds }) =>
      rds.modifyDBInstance({
        DBInstanceIdentifier: 'orchard-cider-1',
        DBInstanceClass: 'db.r5.xlarge',
        ApplyImmediately: true,
      }),
    expect: {
      kind: 'codified',
      at: ['aws_rds_cluster_instance.cider'],
      in: ['databases.tf'],
      writes: ['class = "db.r5.xlarge"'],
    },
  },
]);
