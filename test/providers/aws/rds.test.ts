import { describe, expect, it } from 'vitest';
import type { Change } from '../../../src/model/effect.ts';
import type { JsonObject } from '../../../src/model/json.ts';
import { awsEntries } from '../../../src/providers/aws/all.ts';
import type { Estate } from '../../../src/providers/catalog/types.ts';
import { add, hidden, remove, sets, translator } from '../catalog/changes.ts';
import { estateOf } from '../catalog/event.ts';

const translate = translator(awsEntries, 'rds.amazonaws.com');
const arn = (kind: string, name: string) => `arn:aws:rds:eu-central-1:111122223333:${kind}:${name}`;
const orders = { dBInstanceIdentifier: 'orders' };
const name = `aws_db_instance ${arn('db', 'orders')}`;
const inCluster = estateOf({
  address: 'aws_rds_cluster_instance.a',
  attributes: { identifier: 'orders', arn: arn('db', 'orders') },
});

describe('ModifyDBInstance', () => {
  it.each<[JsonObject, readonly Change[]]>([
    [
      { dBInstanceClass: 'db.m6g.large', applyImmediately: false },
      sets({ instance_class: 'db.m6g.large' }),
    ],
    [
      { allocatedStorage: 100, storageType: 'gp3', iops: 3000 },
      sets({ allocated_storage: 100, iops: 3000, storage_type: 'gp3' }),
    ],
    [
      { backupRetentionPeriod: 7, preferredBackupWindow: '03:00-04:00' },
      sets({ backup_retention_period: 7, backup_window: '03:00-04:00' }),
    ],
    [
      { preferredMaintenanceWindow: 'sat:11:44-sat:12:14' },
      sets({ maintenance_window: 'sat:11:44-sat:12:14' }),
    ],
    [
      { multiAZ: true, publiclyAccessible: true },
      sets({ publicly_accessible: true, multi_az: true }),
    ],
    [
      { masterUserPassword: '****', allowMajorVersionUpgrade: false, deletionProtection: true },
      [...sets({ deletion_protection: true }), hidden('password', 'redacted')],
    ],
    [{ vpcSecurityGroupIds: ['sg-2', 'sg-1'] }, sets({ vpc_security_group_ids: ['sg-1', 'sg-2'] })],
    [
      { dBParameterGroupName: 'pg', optionGroupName: 'og' },
      sets({ option_group_name: 'og', parameter_group_name: 'pg' }),
    ],
    [
      { dBPortNumber: 5433, cACertificateIdentifier: 'rds-ca-rsa2048-g1' },
      sets({ ca_cert_identifier: 'rds-ca-rsa2048-g1', port: 5433 }),
    ],
    [
      { enableIAMDatabaseAuthentication: true, enablePerformanceInsights: true },
      sets({ performance_insights_enabled: true, iam_database_authentication_enabled: true }),
    ],
    [{ newDBInstanceIdentifier: 'orders-2' }, sets({ identifier: 'orders-2' })],
    [
      {
        cloudwatchLogsExportConfiguration: {
          enableLogTypes: ['audit'],
          disableLogTypes: ['general'],
        },
      },
      [
        remove('enabled_cloudwatch_logs_exports', 'general'),
        add('enabled_cloudwatch_logs_exports', 'audit'),
      ],
    ],
  ])('%j', (request, changes) => {
    expect(translate('ModifyDBInstance', { ...orders, ...request })).toEqual({ [name]: changes });
  });

  it('uses the attributes of a cluster instance for one in a cluster', () => {
    const request = {
      ...orders,
      preferredBackupWindow: '03:00-04:00',
      dBParameterGroupName: 'pg',
      promotionTier: 2,
      dBInstanceClass: 'db.r6g.large',
    };

    expect(translate('ModifyDBInstance', request, {}, inCluster)).toEqual({
      [`aws_rds_cluster_instance ${arn('db', 'orders')}`]: sets({
        instance_class: 'db.r6g.large',
        db_parameter_group_name: 'pg',
        preferred_backup_window: '03:00-04:00',
        promotion_tier: 2,
      }),
    });
  });
});

describe('other calls', () => {
  const parameters = [
    { parameterName: 'Max_Connections', parameterValue: '200', applyMethod: 'pending-reboot' },
  ];
  const parameter = { name: 'max_connections', value: '200', apply_method: 'pending-reboot' };
  const pg = `aws_db_parameter_group ${arn('pg', 'pg')}`;
  const cluster = `aws_rds_cluster ${arn('cluster', 'main')}`;

  it.each<[string, JsonObject, string, readonly Change[], Estate?]>([
    [
      'ModifyDBParameterGroup',
      { dBParameterGroupName: 'pg', parameters },
      pg,
      [remove('parameter', { name: 'max_connections' }), add('parameter', parameter)],
    ],
    [
      'ResetDBParameterGroup',
      { dBParameterGroupName: 'pg', parameters },
      pg,
      [remove('parameter', { name: 'max_connections' })],
    ],
    [
      'ResetDBParameterGroup',
      { dBParameterGroupName: 'pg', resetAllParameters: true },
      pg,
      sets({ parameter: [] }),
    ],
    [
      'ModifyDBClusterParameterGroup',
      { dBClusterParameterGroupName: 'cpg', parameters },
      `aws_rds_cluster_parameter_group ${arn('cluster-pg', 'cpg')}`,
      [remove('parameter', { name: 'max_connections' }), add('parameter', parameter)],
    ],
    [
      'ModifyDBCluster',
      { dBClusterIdentifier: 'main', deletionProtection: false, backupRetentionPeriod: 14 },
      cluster,
      sets({ backup_retention_period: 14, deletion_protection: false }),
    ],
    [
      'ModifyDBCluster',
      {
        dBClusterIdentifier: 'main',
        serverlessV2ScalingConfiguration: { minCapacity: 0.5, maxCapacity: 8 },
      },
      cluster,
      sets({
        'serverlessv2_scaling_configuration.0.max_capacity': 8,
        'serverlessv2_scaling_configuration.0.min_capacity': 0.5,
      }),
    ],
    [
      'AddRoleToDBCluster',
      { dBClusterIdentifier: 'main', roleArn: 'arn:r' },
      cluster,
      [add('iam_roles', 'arn:r')],
    ],
    ['DeleteDBCluster', { dBClusterIdentifier: 'main' }, cluster, [{ kind: 'delete' }]],
    ['DeleteDBInstance', { ...orders, skipFinalSnapshot: true }, name, [{ kind: 'delete' }]],
    ['PromoteReadReplica', orders, name, sets({ replicate_source_db: null })],
    [
      'ModifyDBSubnetGroup',
      { dBSubnetGroupName: 'Main', subnetIds: ['s-2', 's-1'] },
      `aws_db_subnet_group ${arn('subgrp', 'main')}`,
      sets({ subnet_ids: ['s-1', 's-2'] }),
    ],
    [
      'ModifyDBSnapshotAttribute',
      { dBSnapshotIdentifier: 'snap', attributeName: 'restore', valuesToAdd: ['999988887777'] },
      `aws_db_snapshot ${arn('snapshot', 'snap')}`,
      [add('shared_accounts', '999988887777')],
    ],
    [
      'AddTagsToResource',
      { resourceName: arn('db', 'orders'), tags: [{ key: 'Team', value: 'core' }] },
      name,
      sets({ 'tags.Team': 'core' }),
    ],
    [
      'AddTagsToResource',
      { resourceName: arn('db', 'orders'), tags: [{ key: 'Team', value: 'core' }] },
      `aws_rds_cluster_instance ${arn('db', 'orders')}`,
      sets({ 'tags.Team': 'core' }),
      inCluster,
    ],
    [
      'RemoveTagsFromResource',
      { resourceName: arn('cluster', 'main'), tagKeys: ['Team'] },
      cluster,
      sets({ 'tags.Team': null }),
    ],
  ])('%s %j', (operation, request, on, changes, estate) => {
    expect(translate(operation, request, {}, estate)).toEqual({ [on]: changes });
  });

  it.each(['RebootDBInstance', 'StartDBInstance', 'StopDBInstance'])(
    '%s changes nothing',
    (operation) => {
      expect(translate(operation, orders)).toEqual({});
    },
  );

  it('creates an instance, or one of a cluster', () => {
    const request = {
      ...orders,
      dBInstanceClass: 'db.t4g.micro',
      engine: 'postgres',
      allocatedStorage: 20,
      masterUsername: 'app',
      masterUserPassword: 'HIDDEN_DUE_TO_SECURITY_REASONS',
      multiAZ: false,
      tags: [{ key: 'Team', value: 'core' }],
    };

    expect(translate('CreateDBInstance', request)).toEqual({
      [name]: [
        {
          kind: 'create',
          attributes: {
            allocated_storage: 20,
            engine: 'postgres',
            identifier: 'orders',
            instance_class: 'db.t4g.micro',
            username: 'app',
            tags: { Team: 'core' },
          },
          importId: 'orders',
        },
        hidden('password', 'redacted'),
      ],
    });
    expect(
      translate('CreateDBInstance', {
        ...orders,
        dBClusterIdentifier: 'main',
        engine: 'aurora-mysql',
      }),
    ).toEqual({
      [`aws_rds_cluster_instance ${arn('db', 'orders')}`]: [
        {
          kind: 'create',
          attributes: { cluster_identifier: 'main', engine: 'aurora-mysql', identifier: 'orders' },
          importId: 'orders',
          parent: {
            type: 'aws_rds_cluster',
            keys: [{ arn: arn('cluster', 'main') }, { cluster_identifier: 'main' }],
          },
        },
      ],
    });
  });

  it('makes a replica, which belongs to its source', () => {
    expect(
      translate('CreateDBInstanceReadReplica', {
        dBInstanceIdentifier: 'orders-copy',
        sourceDBInstanceIdentifier: 'orders',
        publiclyAccessible: true,
      }),
    ).toEqual({
      [`aws_db_instance ${arn('db', 'orders-copy')}`]: [
        {
          kind: 'create',
          attributes: {
            identifier: 'orders-copy',
            publicly_accessible: true,
            replicate_source_db: 'orders',
          },
          importId: 'orders-copy',
          parent: {
            type: 'aws_db_instance',
            keys: [{ arn: arn('db', 'orders') }, { identifier: 'orders' }],
          },
        },
      ],
    });
  });
});
