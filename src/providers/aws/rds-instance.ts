import type { ResourceRef } from '../../model/effect.ts';
import type { AuditEvent } from '../../model/event.ts';
import type { CreateSpec } from '../catalog/creation.ts';
import { creationEntry } from '../catalog/creation.ts';
import { addEffect, removeEffect, setEffect, unknownChange } from '../catalog/effects.ts';
import { catalogName } from '../catalog/identity.ts';
import { textAt, textsAt } from '../catalog/request.ts';
import type { CatalogAttributes } from '../catalog/sources.ts';
import { bool, list, number, set, setMembers, textField } from '../catalog/sources.ts';
import type { CatalogEntry, DraftEffect, Estate } from '../catalog/types.ts';
import { aws } from './aws.ts';
import { rdsNaming, rdsService as service } from './rds.ts';

const type = 'aws_db_instance';
const clusterType = 'aws_rds_cluster_instance';
const naming = rdsNaming('db', 'dBInstanceIdentifier');

/** Attributes that standalone instances and instances of a cluster share. */
const shared: CatalogAttributes = {
  auto_minor_version_upgrade: bool('autoMinorVersionUpgrade'),
  ca_cert_identifier: 'cACertificateIdentifier',
  copy_tags_to_snapshot: bool('copyTagsToSnapshot'),
  db_subnet_group_name: 'dBSubnetGroupName',
  engine_version: 'engineVersion',
  identifier: 'newDBInstanceIdentifier',
  instance_class: 'dBInstanceClass',
  monitoring_interval: number('monitoringInterval'),
  monitoring_role_arn: 'monitoringRoleArn',
  performance_insights_enabled: bool('enablePerformanceInsights'),
  performance_insights_kms_key_id: 'performanceInsightsKMSKeyId',
  performance_insights_retention_period: number('performanceInsightsRetentionPeriod'),
  publicly_accessible: bool('publiclyAccessible'),
};

const clusterInstance: CatalogAttributes = {
  ...shared,
  db_parameter_group_name: 'dBParameterGroupName',
  preferred_backup_window: 'preferredBackupWindow',
  preferred_maintenance_window: 'preferredMaintenanceWindow',
  promotion_tier: number('promotionTier'),
};

const instance: CatalogAttributes = {
  ...shared,
  allocated_storage: number('allocatedStorage'),
  backup_retention_period: number('backupRetentionPeriod'),
  backup_window: 'preferredBackupWindow',
  customer_owned_ip_enabled: bool('enableCustomerOwnedIp'),
  database_insights_mode: 'databaseInsightsMode',
  dedicated_log_volume: bool('dedicatedLogVolume'),
  deletion_protection: bool('deletionProtection'),
  domain: 'domain',
  domain_auth_secret_arn: 'domainAuthSecretArn',
  domain_dns_ips: list('domainDnsIps'),
  domain_fqdn: 'domainFqdn',
  domain_iam_role_name: 'domainIAMRoleName',
  domain_ou: 'domainOu',
  engine: 'engine',
  engine_lifecycle_support: 'engineLifecycleSupport',
  iam_database_authentication_enabled: bool('enableIAMDatabaseAuthentication'),
  iops: number('iops'),
  license_model: 'licenseModel',
  maintenance_window: 'preferredMaintenanceWindow',
  manage_master_user_password: bool('manageMasterUserPassword'),
  master_user_secret_kms_key_id: 'masterUserSecretKmsKeyId',
  max_allocated_storage: number('maxAllocatedStorage'),
  multi_az: bool('multiAZ'),
  network_type: 'networkType',
  option_group_name: 'optionGroupName',
  parameter_group_name: 'dBParameterGroupName',
  password: 'masterUserPassword',
  port: number('dBPortNumber'),
  replica_mode: 'replicaMode',
  storage_throughput: number('storageThroughput'),
  storage_type: 'storageType',
  vpc_security_group_ids: set('vpcSecurityGroupIds'),
};

/**
 * Without `applyImmediately` most changes wait for the maintenance window. They still count: the
 * caller wants them, and only another call stops them.
 */
function modifyInstance(event: AuditEvent, estate: Estate): readonly DraftEffect[] {
  const ref = naming(event, estate);
  if (event.omitted.includes('request')) return [unknownChange(ref)];
  const attributes = ref.type === clusterType ? clusterInstance : instance;
  return [...setMembers(event, ref, attributes), ...logExports(event, ref)];
}

/** The call lists the log types to enable and to disable. */
export function logExports({ request }: AuditEvent, ref: ResourceRef): readonly DraftEffect[] {
  const path = ['enabled_cloudwatch_logs_exports'];
  const types = (name: string) => textsAt(request, `cloudwatchLogsExportConfiguration.${name}`);
  return [
    ...types('disableLogTypes').map((one) => removeEffect(ref, path, one)),
    ...types('enableLogTypes').map((one) => addEffect(ref, path, one)),
  ];
}

const created: CatalogAttributes = {
  ...instance,
  availability_zone: 'availabilityZone',
  character_set_name: 'characterSetName',
  db_name: 'dBName',
  enabled_cloudwatch_logs_exports: set('enableCloudwatchLogsExports'),
  identifier: 'dBInstanceIdentifier',
  kms_key_id: 'kmsKeyId',
  port: number('port'),
  storage_encrypted: bool('storageEncrypted'),
  timezone: 'timezone',
  username: 'masterUsername',
};

const instanceDefaults = {
  auto_minor_version_upgrade: true,
  copy_tags_to_snapshot: false,
  customer_owned_ip_enabled: false,
  dedicated_log_volume: false,
  deletion_protection: false,
  iam_database_authentication_enabled: false,
  monitoring_interval: 0,
  multi_az: false,
  performance_insights_enabled: false,
  publicly_accessible: false,
  storage_encrypted: false,
};

const spec: CreateSpec = {
  type,
  keys: naming,
  attributes: created,
  defaults: instanceDefaults,
  tags: 'tags',
  importId: 'dBInstanceIdentifier',
};

const clusterSpec: CreateSpec = {
  ...spec,
  type: clusterType,
  attributes: {
    ...clusterInstance,
    availability_zone: 'availabilityZone',
    cluster_identifier: 'dBClusterIdentifier',
    engine: 'engine',
    identifier: 'dBInstanceIdentifier',
  },
  parent: { type: 'aws_rds_cluster', keys: rdsNaming('cluster', 'dBClusterIdentifier') },
};

function createInstance(event: AuditEvent, estate: Estate): readonly DraftEffect[] {
  const inCluster = textAt(event.request, 'dBClusterIdentifier') !== undefined;
  const used = inCluster ? clusterSpec : spec;
  const ref = catalogName(event, estate, used);
  return creationEntry(event, estate, used, { ...ref, type: used.type });
}

const roleType = 'aws_db_instance_role_association';

export const rdsInstanceEntries: readonly CatalogEntry[] = aws(service, [
  /** Attributes that a replica has of its own; all others are those of its source. */
  {
    type,
    identity: naming,
    fields: {
      ...instance,
      availability_zone: 'availabilityZone',
      identifier: 'dBInstanceIdentifier',
      replicate_source_db: 'sourceDBInstanceIdentifier',
    },
    defaults: instanceDefaults,
    tags: 'tags',
    importId: 'dBInstanceIdentifier',
    parent: { type, keys: rdsNaming('db', 'sourceDBInstanceIdentifier') },
    calls: { CreateDBInstanceReadReplica: 'create' },
  },
  {
    type,
    aliases: [clusterType],
    identity: naming,
    calls: {
      DeleteDBInstance: 'delete',
      CreateDBInstance: { special: createInstance, also: [clusterType] },
      ModifyDBInstance: { special: modifyInstance, also: [clusterType] },
      PromoteReadReplica: {
        special: (event, estate) => {
          const ref = naming(event, estate);
          return [
            setEffect(ref, ['replicate_source_db'], null),
            ...setMembers(event, ref, {
              backup_retention_period: number('backupRetentionPeriod'),
              backup_window: textField('preferredBackupWindow'),
            }),
          ];
        },
      },
    },
  },
  {
    type: roleType,
    identity: [{ db_instance_identifier: 'dBInstanceIdentifier', role_arn: 'roleArn' }],
    fields: {
      db_instance_identifier: 'dBInstanceIdentifier',
      feature_name: 'featureName',
      role_arn: 'roleArn',
    },
    constants: { feature_name: '' },
    importId: ({ request }) =>
      `${textAt(request, 'dBInstanceIdentifier')},${textAt(request, 'roleArn')}`,
    parent: { type, keys: naming },
    calls: { AddRoleToDBInstance: 'create', RemoveRoleFromDBInstance: 'delete' },
  },
  {
    ignores: [
      'ApplyPendingMaintenanceAction',
      'FailoverDBCluster',
      'RebootDBCluster',
      'RebootDBInstance',
      'StartDBCluster',
      'StartDBInstance',
      'StopDBCluster',
      'StopDBInstance',
    ],
  },
]);
