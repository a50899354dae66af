import { azureSwitches } from './azure-switches.ts';
import { googleSwitches } from './google-switches.ts';

/** A setting that is on or off. */
export interface Switch {
  readonly types: readonly string[];
  readonly field: string;
  /** `Turned LABEL on for ...`. */
  readonly label: string;
  /** The values that mean "on", if it is not a boolean. */
  readonly on?: readonly string[];
  /** The position that protects; undefined if the switch has nothing to do with security. */
  readonly safe?: 'on' | 'off';
}

const databases = ['aws_db_instance', 'aws_rds_cluster', 'aws_rds_cluster_instance'];
const machines = ['aws_instance', 'aws_launch_template'];

/** Settings that are on or off, by which intents are named. */
export const switches: readonly Switch[] = [
  ...azureSwitches,
  ...googleSwitches,
  { types: ['aws_kms_key'], field: 'enable_key_rotation', label: 'key rotation', safe: 'on' },
  { types: ['aws_kms_key'], field: 'is_enabled', label: 'use' },
  { types: databases, field: 'publicly_accessible', label: 'public access', safe: 'off' },
  { types: databases, field: 'storage_encrypted', label: 'encryption', safe: 'on' },
  { types: databases, field: 'deletion_protection', label: 'deletion protection', safe: 'on' },
  {
    types: databases,
    field: 'iam_database_authentication_enabled',
    label: 'IAM authentication',
    safe: 'on',
  },
  { types: databases, field: 'multi_az', label: 'Multi-AZ' },
  { types: databases, field: 'performance_insights_enabled', label: 'Performance Insights' },
  { types: databases, field: 'auto_minor_version_upgrade', label: 'minor version upgrades' },
  {
    types: ['aws_dynamodb_table'],
    field: 'point_in_time_recovery.enabled',
    label: 'point-in-time recovery',
    safe: 'on',
  },
  {
    types: ['aws_dynamodb_table'],
    field: 'server_side_encryption.enabled',
    label: 'encryption',
    safe: 'on',
  },
  {
    types: ['aws_dynamodb_table'],
    field: 'deletion_protection_enabled',
    label: 'deletion protection',
    safe: 'on',
  },
  { types: ['aws_dynamodb_table'], field: 'ttl.enabled', label: 'item expiry' },
  { types: ['aws_sqs_queue'], field: 'sqs_managed_sse_enabled', label: 'encryption', safe: 'on' },
  {
    types: machines,
    field: 'metadata_options.http_tokens',
    label: 'mandatory metadata tokens (IMDSv2)',
    on: ['required'],
    safe: 'on',
  },
  {
    types: machines,
    field: 'disable_api_termination',
    label: 'termination protection',
    safe: 'on',
  },
  { types: ['aws_instance'], field: 'monitoring', label: 'detailed monitoring' },
  { types: machines, field: 'ebs_optimized', label: 'EBS optimization' },
  { types: ['aws_ebs_volume'], field: 'encrypted', label: 'encryption', safe: 'on' },
  {
    types: ['aws_subnet'],
    field: 'map_public_ip_on_launch',
    label: 'public addresses',
    safe: 'off',
  },
  { types: ['aws_vpc'], field: 'enable_dns_hostnames', label: 'DNS hostnames' },
  { types: ['aws_vpc'], field: 'enable_dns_support', label: 'DNS support' },
  { types: ['aws_cloudtrail'], field: 'enable_logging', label: 'logging', safe: 'on' },
  {
    types: ['aws_cloudtrail'],
    field: 'enable_log_file_validation',
    label: 'log file validation',
    safe: 'on',
  },
  { types: ['aws_cloudtrail'], field: 'is_multi_region_trail', label: 'all regions', safe: 'on' },
  { types: ['aws_lb'], field: 'access_logs.enabled', label: 'access logs', safe: 'on' },
  {
    types: ['aws_lb'],
    field: 'enable_deletion_protection',
    label: 'deletion protection',
    safe: 'on',
  },
  {
    types: ['aws_cloudwatch_metric_alarm'],
    field: 'actions_enabled',
    label: 'alarm actions',
    safe: 'on',
  },
  {
    types: ['aws_cloudwatch_event_rule'],
    field: 'state',
    label: 'the schedule or match',
    on: ['ENABLED'],
  },
  { types: ['aws_cloudwatch_event_rule'], field: 'is_enabled', label: 'the schedule or match' },
  {
    types: ['aws_eks_cluster'],
    field: 'vpc_config.endpoint_public_access',
    label: 'public access to the endpoint',
    safe: 'off',
  },
  {
    types: ['aws_lambda_function_url'],
    field: 'authorization_type',
    label: 'authorization',
    on: ['AWS_IAM'],
    safe: 'on',
  },
  {
    types: ['aws_ecr_repository'],
    field: 'image_tag_mutability',
    label: 'tag immutability',
    on: ['IMMUTABLE'],
    safe: 'on',
  },
  { types: ['aws_ecs_service'], field: 'enable_execute_command', label: 'shell access' },
  {
    types: ['aws_lambda_function'],
    field: 'tracing_config.mode',
    label: 'active tracing',
    on: ['Active'],
  },
];
