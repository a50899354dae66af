import type { OperationTypes } from './derive.ts';

/**
 * Calls that change managed resources but that the provider itself never makes, so that its call
 * graph lacks them. The phases are those in which the provider would make them.
 */
export const overlay: OperationTypes = {
  'autoscaling.amazonaws.com': {
    SetDesiredCapacity: { aws_autoscaling_group: 'u' },
  },
  'cloudfront.amazonaws.com': {
    CreateDistribution: { aws_cloudfront_distribution: 'c' },
    CopyDistribution: { aws_cloudfront_distribution: 'c' },
    AssociateAlias: { aws_cloudfront_distribution: 'u' },
    UpdateDistributionWithStagingConfig: { aws_cloudfront_distribution: 'u' },
  },
  'codepipeline.amazonaws.com': {
    DisableStageTransition: { aws_codepipeline: 'u' },
    EnableStageTransition: { aws_codepipeline: 'u' },
  },
  'docdb-elastic.amazonaws.com': {
    StartCluster: { aws_docdbelastic_cluster: 'u' },
    StopCluster: { aws_docdbelastic_cluster: 'u' },
  },
  'ec2.amazonaws.com': {
    CreateKeyPair: { aws_key_pair: 'c' },
    DeleteLaunchTemplateVersions: { aws_launch_template: 'u' },
    ReplaceNetworkAclEntry: { aws_network_acl: 'u', aws_network_acl_rule: 'u' },
  },
  'ecs.amazonaws.com': {
    UpdateClusterSettings: { aws_ecs_cluster: 'u' },
  },
  'eks.amazonaws.com': {
    UpdateNodegroupVersion: { aws_eks_node_group: 'u' },
  },
  'elasticache.amazonaws.com': {
    TestFailover: { aws_elasticache_replication_group: 'u' },
  },
  'glue.amazonaws.com': {
    ImportCatalogToGlue: { aws_glue_catalog_database: 'o' },
    StartTrigger: { aws_glue_trigger: 'u' },
    StopTrigger: { aws_glue_trigger: 'u' },
  },
  'iam.amazonaws.com': {
    SetDefaultPolicyVersion: { aws_iam_policy: 'u' },
  },
  'monitoring.amazonaws.com': {
    DisableAlarmActions: { aws_cloudwatch_metric_alarm: 'u', aws_cloudwatch_composite_alarm: 'u' },
    EnableAlarmActions: { aws_cloudwatch_metric_alarm: 'u', aws_cloudwatch_composite_alarm: 'u' },
  },
  'rds.amazonaws.com': {
    StartDBCluster: {
      aws_docdb_cluster: 'u',
      aws_neptune_cluster: 'u',
      aws_rds_cluster: 'u',
    },
    StopDBCluster: {
      aws_docdb_cluster: 'u',
      aws_neptune_cluster: 'u',
      aws_rds_cluster: 'u',
    },
  },
  'redshift.amazonaws.com': {
    RotateEncryptionKey: { aws_redshift_cluster: 'u' },
  },
  'states.amazonaws.com': {
    PublishStateMachineVersion: { aws_sfn_state_machine: 'u' },
  },
};

/** The map with the overlay applied. */
export function withOverlay(map: OperationTypes): OperationTypes {
  const sources = [...new Set([...Object.keys(map), ...Object.keys(overlay)])];
  return Object.fromEntries(
    sources.map((source) => {
      const operations = { ...map[source] };
      for (const [operation, types] of Object.entries(overlay[source] ?? {})) {
        operations[operation] = { ...operations[operation], ...types };
      }
      return [source, operations];
    }),
  );
}

/**
 * Calls that the provider makes and that leave everything visible to Terraform unchanged: reads,
 * runs, restarts. They are known to change nothing.
 */
export const idle: ReadonlySet<string> = new Set([
  'athena.amazonaws.com:StartQueryExecution',
  'cognito-idp.amazonaws.com:AdminGetUser',
  'dataexchange.amazonaws.com:StartJob',
  'elasticache.amazonaws.com:TestFailover',
  'elastictranscoder.amazonaws.com:ReadPipeline',
  'elastictranscoder.amazonaws.com:ReadPreset',
  'mq.amazonaws.com:RebootBroker',
  'notifications-contacts.amazonaws.com:SendActivationCode',
  'redshift-data.amazonaws.com:ExecuteStatement',
  'redshift.amazonaws.com:RebootCluster',
  'signer.amazonaws.com:StartSigningJob',
]);
