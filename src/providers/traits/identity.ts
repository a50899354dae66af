import { foldArmId } from '../../model/arm-id.ts';
import { relativeGoogleName } from '../../model/google-name.ts';
import { own } from '../../model/json.ts';

/*
 * The identifying attributes of resource types, as data: a type that is not listed has `id`, `arn`
 * and `name`, which suits most.
 */

/**
 * Attributes that identify a resource of the type by themselves, in addition to `id`, `arn` and
 * `name`.
 */
const names: Readonly<Record<string, readonly string[]>> = {
  aws_cloudfront_distribution: ['domain_name'],
  aws_cloudwatch_composite_alarm: ['alarm_name'],
  aws_cloudwatch_dashboard: ['dashboard_name', 'dashboard_arn'],
  aws_cloudwatch_metric_alarm: ['alarm_name'],
  aws_codecommit_repository: ['repository_name'],
  aws_db_instance: ['identifier', 'resource_id'],
  aws_dms_replication_instance: ['replication_instance_id', 'replication_instance_arn'],
  aws_docdb_cluster: ['cluster_identifier', 'cluster_resource_id'],
  aws_docdb_cluster_instance: ['identifier', 'dbi_resource_id'],
  aws_ecs_task_definition: ['arn_without_revision', 'family'],
  aws_eip: ['allocation_id', 'public_ip'],
  aws_elasticache_cluster: ['cluster_id'],
  aws_elasticache_replication_group: ['replication_group_id'],
  aws_elasticsearch_domain: ['domain_name'],
  aws_iam_role: ['unique_id'],
  aws_iam_user: ['unique_id'],
  aws_key_pair: ['key_name', 'key_pair_id'],
  aws_kms_external_key: ['key_id'],
  aws_kms_key: ['key_id'],
  aws_kms_replica_key: ['key_id'],
  aws_lambda_event_source_mapping: ['uuid'],
  aws_lambda_function: ['function_name'],
  aws_lambda_layer_version: ['layer_arn', 'layer_name'],
  aws_neptune_cluster: ['cluster_identifier', 'cluster_resource_id'],
  aws_neptune_cluster_instance: ['identifier', 'dbi_resource_id'],
  aws_opensearch_domain: ['domain_name'],
  aws_rds_cluster: ['cluster_identifier', 'cluster_resource_id'],
  aws_rds_cluster_instance: ['identifier', 'dbi_resource_id'],
  aws_redshift_cluster: ['cluster_identifier'],
  aws_route53_zone: ['zone_id'],
  aws_s3_bucket: ['bucket'],
  aws_security_group_rule: ['security_group_rule_id'],
  aws_sqs_queue: ['url'],
  aws_sqs_queue_policy: ['queue_url'],
  aws_sqs_queue_redrive_allow_policy: ['queue_url'],
  aws_sqs_queue_redrive_policy: ['queue_url'],
  aws_vpc_security_group_egress_rule: ['security_group_rule_id'],
  aws_vpc_security_group_ingress_rule: ['security_group_rule_id'],
};

/**
 * Types whose `name` is unique only within another resource, so it never identifies the resource by
 * itself.
 */
const localNames = new Set([
  'aws_appautoscaling_policy',
  'aws_appautoscaling_scheduled_action',
  'aws_autoscaling_lifecycle_hook',
  'aws_autoscaling_schedule',
  'aws_cloudwatch_log_stream',
  'aws_iam_group_policy',
  'aws_iam_role_policy',
  'aws_iam_user_policy',
  'aws_lambda_alias',
  'aws_route53_record',
]);

/** S3 settings that are separate resources: `aws_s3_bucket_versioning` and similar. */
const bucketPart = /^aws_s3_bucket_(?!object)/;

/** Attributes that identify a resource of the type by their value alone. */
export function identifyingAttributes(type: string): readonly string[] {
  const others = own(names, type) ?? [];
  const bucket = bucketPart.test(type) ? ['bucket'] : [];
  return ['id', 'arn', ...(localNames.has(type) ? [] : ['name']), ...others, ...bucket];
}

/** Families whose identifiers AWS converts to lower case. */
const lowerCaseTypes = /^aws_(?:db|docdb|elasticache|memorydb|neptune|rds|redshift)_/;
const lowerCaseNames =
  /^(?:id|name|identifier|cluster_identifier|cluster_id|replication_group_id|db_[a-z_]*(?:identifier|name))$/;

/** The value in a normalized spelling, which is the same for equal identifiers. */
export function foldIdentifier(type: string, attribute: string, value: string): string {
  const id = foldArmId(value);
  if (id !== value) return id;
  if (value.startsWith('arn:')) return value;
  if (type.startsWith('google_')) return foldGoogleName(attribute, value);
  if (lowerCaseTypes.test(type) && lowerCaseNames.test(attribute)) return value.toLowerCase();
  if (!type.startsWith('aws_route53_')) return value;
  if (attribute === 'zone_id' || attribute === 'id') return value.replace(/^\/hostedzone\//, '');
  return attribute === 'name' || attribute === 'fqdn' ? foldDomain(value) : value;
}

/** States contain self links of any API version, and locations as links or as names. */
function foldGoogleName(attribute: string, value: string): string {
  if (attribute !== 'zone' && attribute !== 'region') return relativeGoogleName(value);
  return value.slice(value.lastIndexOf('/') + 1);
}

/** Domain names ignore case and a final dot; Route 53 writes `*` as an octal escape. */
function foldDomain(name: string): string {
  return name.replace(/\.$/, '').replaceAll('\\052', '*').toLowerCase();
}
