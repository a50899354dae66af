import type { AuditEvent } from '../../model/event.ts';
import { unknownChange } from '../catalog/effects.ts';
import type { CatalogAttributes } from '../catalog/sources.ts';
import { bool, number, set, setMembers, textField } from '../catalog/sources.ts';
import type { DraftEffect, Estate } from '../catalog/types.ts';
import { aws } from './aws.ts';
import { rdsNaming, rdsService as service } from './rds.ts';
import { logExports } from './rds-instance.ts';

const type = 'aws_rds_cluster';
const naming = rdsNaming('cluster', 'dBClusterIdentifier');
const byArn = rdsNaming('cluster', 'resourceArn');

const scaling = 'scaling_configuration.0';
const serverless = 'serverlessv2_scaling_configuration.0';

const attributes: CatalogAttributes = {
  allocated_storage: number('allocatedStorage'),
  backtrack_window: number('backtrackWindow'),
  backup_retention_period: number('backupRetentionPeriod'),
  ca_certificate_identifier: 'cACertificateIdentifier',
  cluster_identifier: 'newDBClusterIdentifier',
  copy_tags_to_snapshot: bool('copyTagsToSnapshot'),
  database_insights_mode: 'databaseInsightsMode',
  db_cluster_instance_class: 'dBClusterInstanceClass',
  db_cluster_parameter_group_name: 'dBClusterParameterGroupName',
  db_instance_parameter_group_name: 'dBInstanceParameterGroupName',
  deletion_protection: bool('deletionProtection'),
  domain: 'domain',
  domain_iam_role_name: 'domainIAMRoleName',
  enable_global_write_forwarding: bool('enableGlobalWriteForwarding'),
  enable_http_endpoint: bool('enableHttpEndpoint'),
  enable_local_write_forwarding: bool('enableLocalWriteForwarding'),
  engine_lifecycle_support: 'engineLifecycleSupport',
  engine_mode: 'engineMode',
  engine_version: 'engineVersion',
  iam_database_authentication_enabled: bool('enableIAMDatabaseAuthentication'),
  iops: number('iops'),
  manage_master_user_password: bool('manageMasterUserPassword'),
  master_password: 'masterUserPassword',
  master_user_secret_kms_key_id: 'masterUserSecretKmsKeyId',
  monitoring_interval: number('monitoringInterval'),
  monitoring_role_arn: 'monitoringRoleArn',
  network_type: 'networkType',
  performance_insights_enabled: bool('enablePerformanceInsights'),
  performance_insights_kms_key_id: 'performanceInsightsKMSKeyId',
  performance_insights_retention_period: number('performanceInsightsRetentionPeriod'),
  port: number('port'),
  preferred_backup_window: 'preferredBackupWindow',
  preferred_maintenance_window: 'preferredMaintenanceWindow',
  storage_type: 'storageType',
  vpc_security_group_ids: set('vpcSecurityGroupIds'),
  [`${scaling}.auto_pause`]: bool('scalingConfiguration.autoPause'),
  [`${scaling}.max_capacity`]: number('scalingConfiguration.maxCapacity'),
  [`${scaling}.min_capacity`]: number('scalingConfiguration.minCapacity'),
  [`${scaling}.seconds_until_auto_pause`]: number('scalingConfiguration.secondsUntilAutoPause'),
  [`${scaling}.timeout_action`]: textField('scalingConfiguration.timeoutAction'),
  [`${serverless}.max_capacity`]: number('serverlessV2ScalingConfiguration.maxCapacity'),
  [`${serverless}.min_capacity`]: number('serverlessV2ScalingConfiguration.minCapacity'),
  [`${serverless}.seconds_until_auto_pause`]: number(
    'serverlessV2ScalingConfiguration.secondsUntilAutoPause',
  ),
};

function modifyCluster(event: AuditEvent, estate: Estate): readonly DraftEffect[] {
  const ref = naming(event, estate);
  if (event.omitted.includes('request')) return [unknownChange(ref)];
  return [...setMembers(event, ref, attributes), ...logExports(event, ref)];
}

export const rdsClusterEntries = aws(service, [
  {
    type: type,
    identity: naming,
    fields: {
      ...attributes,
      cluster_identifier: 'dBClusterIdentifier',
      database_name: 'databaseName',
      db_subnet_group_name: 'dBSubnetGroupName',
      enabled_cloudwatch_logs_exports: set('enableCloudwatchLogsExports'),
      engine: 'engine',
      kms_key_id: 'kmsKeyId',
      master_username: 'masterUsername',
      storage_encrypted: bool('storageEncrypted'),
    },
    tags: 'tags',
    defaults: {
      copy_tags_to_snapshot: false,
      deletion_protection: false,
      iam_database_authentication_enabled: false,
      storage_encrypted: false,
    },
    importId: 'dBClusterIdentifier',
    calls: {
      CreateDBCluster: 'create',
      DeleteDBCluster: 'delete',
      AddRoleToDBCluster: { add: { iam_roles: 'roleArn' } },
      RemoveRoleFromDBCluster: { remove: { iam_roles: 'roleArn' } },
      EnableHttpEndpoint: { to: { enable_http_endpoint: true }, by: byArn },
      DisableHttpEndpoint: { to: { enable_http_endpoint: false }, by: byArn },
      ModifyDBCluster: { special: modifyCluster },
    },
  },
]);
