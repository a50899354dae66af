import type { DynamoDB } from '@aws-sdk/client-dynamodb';
import type { JsonObject } from '../../../../src/model/json.ts';
import { isJsonArray } from '../../../../src/model/json.ts';
import {
  addition,
  at,
  change,
  keyValues,
  type Mutator,
  removal,
  tagging,
  text,
  texts,
} from '../mutator.ts';
import { withAction } from './documents.ts';

const tables: readonly Mutator[] = [
  change<number>({
    name: 'table: read capacity',
    type: 'aws_dynamodb_table',
    calls: ['dynamodb UpdateTable'],
    fits: (now) => now['billing_mode'] === 'PROVISIONED',
    from: 'read_capacity',
    to: [7, 30, 55],
    set: ({ dynamodb }, now, ReadCapacityUnits) =>
      dynamodb.updateTable({
        TableName: text(now, 'name'),
        ProvisionedThroughput: {
          ReadCapacityUnits,
          WriteCapacityUnits: Number(now['write_capacity']),
        },
      }),
  }),
  change<string>({
    name: 'table: billing',
    type: 'aws_dynamodb_table',
    calls: ['dynamodb UpdateTable'],
    fits: (now) => now['billing_mode'] === 'PROVISIONED' && isEmpty(now, 'global_secondary_index'),
    from: 'billing_mode',
    to: ['PAY_PER_REQUEST'],
    set: ({ dynamodb }, now, mode) =>
      dynamodb.updateTable({
        TableName: text(now, 'name'),
        BillingMode: mode === 'PROVISIONED' ? 'PROVISIONED' : 'PAY_PER_REQUEST',
        ...(mode === 'PROVISIONED' && {
          ProvisionedThroughput: {
            ReadCapacityUnits: Number(now['read_capacity']),
            WriteCapacityUnits: Number(now['write_capacity']),
          },
        }),
      }),
  }),
  change<boolean>({
    name: 'table: recovery',
    type: 'aws_dynamodb_table',
    calls: ['dynamodb UpdateContinuousBackups'],
    from: 'point_in_time_recovery.0.enabled',
    to: [true, false],
    set: ({ dynamodb }, now, PointInTimeRecoveryEnabled) =>
      dynamodb.updateContinuousBackups({
        TableName: text(now, 'name'),
        PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled },
      }),
  }),
  addition({
    name: 'table: items that expire',
    type: 'aws_dynamodb_table',
    calls: ['dynamodb UpdateTimeToLive'],
    fits: (now) => at(now, 'ttl.0.enabled') !== true,
    // The emulator keeps the name of the attribute when nothing expires any more.
    act: ({ dynamodb }, now) => expire(dynamodb, now),
  }),
  change<boolean>({
    name: 'table: protection',
    type: 'aws_dynamodb_table',
    calls: ['dynamodb UpdateTable'],
    from: 'deletion_protection_enabled',
    to: [true, false],
    set: ({ dynamodb }, now, DeletionProtectionEnabled) =>
      dynamodb.updateTable({ TableName: text(now, 'name'), DeletionProtectionEnabled }),
  }),
  tagging({
    name: 'table',
    type: 'aws_dynamodb_table',
    tag: [
      'dynamodb TagResource',
      ({ dynamodb }, now, tags) =>
        dynamodb.tagResource({ ResourceArn: text(now, 'arn'), Tags: keyValues(tags) }),
    ],
    untag: [
      'dynamodb UntagResource',
      ({ dynamodb }, now, keys) =>
        dynamodb.untagResource({ ResourceArn: text(now, 'arn'), TagKeys: [...keys] }),
    ],
  }),
  change<string>({
    name: 'table policy: action',
    type: 'aws_dynamodb_resource_policy',
    calls: ['dynamodb PutResourcePolicy'],
    from: 'policy',
    to: (now) => [withAction(now, 'dynamodb:Scan')],
    set: ({ dynamodb }, now, Policy) =>
      dynamodb.putResourcePolicy({ ResourceArn: text(now, 'resource_arn'), Policy }),
  }),
];

function expire(dynamodb: DynamoDB, now: JsonObject): Promise<unknown> {
  return dynamodb.updateTimeToLive({
    TableName: text(now, 'name'),
    TimeToLiveSpecification: { AttributeName: 'expires', Enabled: true },
  });
}

function isEmpty(now: JsonObject, key: string): boolean {
  const list = now[key];
  return !isJsonArray(list) || list.length === 0;
}

/** Types that are tagged through RDS, with the attribute that has the ARN. */
const tagged = [
  ['aws_db_instance', 'arn'],
  ['aws_rds_cluster', 'arn'],
  ['aws_rds_cluster_instance', 'arn'],
  ['aws_db_subnet_group', 'arn'],
  ['aws_db_parameter_group', 'arn'],
  ['aws_rds_cluster_parameter_group', 'arn'],
  ['aws_db_option_group', 'arn'],
  ['aws_db_event_subscription', 'arn'],
  ['aws_db_cluster_snapshot', 'db_cluster_snapshot_arn'],
] as const;

const databases: readonly Mutator[] = [
  change<number>({
    name: 'database: days of backups',
    type: 'aws_db_instance',
    calls: ['rds ModifyDBInstance'],
    from: 'backup_retention_period',
    to: [3, 14, 30],
    set: ({ rds }, now, BackupRetentionPeriod) =>
      rds.modifyDBInstance({
        DBInstanceIdentifier: text(now, 'identifier'),
        BackupRetentionPeriod,
        ApplyImmediately: true,
      }),
  }),
  change<string>({
    name: 'database: class',
    type: 'aws_db_instance',
    calls: ['rds ModifyDBInstance'],
    from: 'instance_class',
    to: ['db.t3.large', 'db.m5.large'],
    set: ({ rds }, now, DBInstanceClass) =>
      rds.modifyDBInstance({
        DBInstanceIdentifier: text(now, 'identifier'),
        DBInstanceClass,
        ApplyImmediately: true,
      }),
  }),
  change<boolean>({
    name: 'database: protection',
    type: 'aws_db_instance',
    calls: ['rds ModifyDBInstance'],
    from: 'deletion_protection',
    to: [true, false],
    set: ({ rds }, now, DeletionProtection) =>
      rds.modifyDBInstance({
        DBInstanceIdentifier: text(now, 'identifier'),
        DeletionProtection,
        ApplyImmediately: true,
      }),
  }),
  change<number>({
    name: 'cluster: days of backups',
    type: 'aws_rds_cluster',
    calls: ['rds ModifyDBCluster'],
    from: 'backup_retention_period',
    to: [3, 14, 30],
    set: ({ rds }, now, BackupRetentionPeriod) =>
      rds.modifyDBCluster({
        DBClusterIdentifier: text(now, 'cluster_identifier'),
        BackupRetentionPeriod,
        ApplyImmediately: true,
      }),
  }),
  change<string[]>({
    name: 'database: subnets',
    type: 'aws_db_subnet_group',
    calls: ['rds ModifyDBSubnetGroup'],
    from: (now) => texts(now, 'subnet_ids'),
    to: (now) => [now.slice(1)],
    set: ({ rds }, now, SubnetIds) =>
      rds.modifyDBSubnetGroup({ DBSubnetGroupName: text(now, 'name'), SubnetIds }),
  }),
  removal({
    name: 'parameters: deleted',
    type: 'aws_db_parameter_group',
    calls: ['rds DeleteDBParameterGroup'],
    act: ({ rds }, now) => rds.deleteDBParameterGroup({ DBParameterGroupName: text(now, 'name') }),
  }),
  ...tagged.map(([type, arn]) =>
    tagging({
      name: type.replace('aws_', '').replaceAll('_', ' '),
      type,
      tag: [
        'rds AddTagsToResource',
        ({ rds }, now, tags) =>
          rds.addTagsToResource({ ResourceName: text(now, arn), Tags: keyValues(tags) }),
      ],
      untag: [
        'rds RemoveTagsFromResource',
        ({ rds }, now, keys) =>
          rds.removeTagsFromResource({ ResourceName: text(now, arn), TagKeys: [...keys] }),
      ],
    }),
  ),
];

export const data: readonly Mutator[] = [...tables, ...databases];
