import { azureSwitches } from './azure-switches.ts';
import { googleSwitches } from './google-switches.ts';
import { exposing, neutral, protective, type Switch } from './switch.ts';

const databases = ['aws_db_instance', 'aws_rds_cluster', 'aws_rds_cluster_instance'];
const machines = ['aws_instance', 'aws_launch_template'];

/** Settings that are on or off, by which intents are named. */
export const switches: readonly Switch[] = [
  ...azureSwitches,
  ...googleSwitches,
  protective('aws_kms_key', 'enable_key_rotation', 'key rotation'),
  neutral('aws_kms_key', 'is_enabled', 'use'),
  exposing(databases, 'publicly_accessible', 'public access'),
  protective(databases, 'storage_encrypted', 'encryption'),
  protective(databases, 'deletion_protection', 'deletion protection'),
  protective(databases, 'iam_database_authentication_enabled', 'IAM authentication'),
  neutral(databases, 'multi_az', 'Multi-AZ'),
  neutral(databases, 'performance_insights_enabled', 'Performance Insights'),
  neutral(databases, 'auto_minor_version_upgrade', 'minor version upgrades'),
  protective('aws_dynamodb_table', 'point_in_time_recovery.enabled', 'point-in-time recovery'),
  protective('aws_dynamodb_table', 'server_side_encryption.enabled', 'encryption'),
  protective('aws_dynamodb_table', 'deletion_protection_enabled', 'deletion protection'),
  neutral('aws_dynamodb_table', 'ttl.enabled', 'item expiry'),
  protective('aws_sqs_queue', 'sqs_managed_sse_enabled', 'encryption'),
  protective(machines, 'metadata_options.http_tokens', 'mandatory metadata tokens (IMDSv2)', [
    'required',
  ]),
  protective(machines, 'disable_api_termination', 'termination protection'),
  neutral('aws_instance', 'monitoring', 'detailed monitoring'),
  neutral(machines, 'ebs_optimized', 'EBS optimization'),
  protective('aws_ebs_volume', 'encrypted', 'encryption'),
  exposing('aws_subnet', 'map_public_ip_on_launch', 'public addresses'),
  neutral('aws_vpc', 'enable_dns_hostnames', 'DNS hostnames'),
  neutral('aws_vpc', 'enable_dns_support', 'DNS support'),
  protective('aws_cloudtrail', 'enable_logging', 'logging'),
  protective('aws_cloudtrail', 'enable_log_file_validation', 'log file validation'),
  protective('aws_cloudtrail', 'is_multi_region_trail', 'all regions'),
  protective('aws_lb', 'access_logs.enabled', 'access logs'),
  protective('aws_lb', 'enable_deletion_protection', 'deletion protection'),
  protective('aws_cloudwatch_metric_alarm', 'actions_enabled', 'alarm actions'),
  neutral('aws_cloudwatch_event_rule', 'state', 'the schedule or match', ['ENABLED']),
  neutral('aws_cloudwatch_event_rule', 'is_enabled', 'the schedule or match'),
  exposing('aws_eks_cluster', 'vpc_config.endpoint_public_access', 'public access to the endpoint'),
  protective('aws_lambda_function_url', 'authorization_type', 'authorization', ['AWS_IAM']),
  protective('aws_ecr_repository', 'image_tag_mutability', 'tag immutability', ['IMMUTABLE']),
  neutral('aws_ecs_service', 'enable_execute_command', 'shell access'),
  neutral('aws_lambda_function', 'tracing_config.mode', 'active tracing', ['Active']),
];
