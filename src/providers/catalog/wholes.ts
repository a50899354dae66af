import type { ResourceRef } from '../../model/effect.ts';
import { own } from '../../model/json.ts';
import { nameInArn } from './arn.ts';

/** A key attribute with which a part names its parent, and the parent's attribute that it holds. */
type Row = readonly [part: string, by: string, whole: string, attribute: string];

/** The first column is a type, or the prefix of several types if it ends in `_`. */
const rows: readonly Row[] = [
  ['aws_api_gateway_', 'rest_api_id', 'aws_api_gateway_rest_api', 'id'],
  ['aws_apigatewayv2_', 'api_id', 'aws_apigatewayv2_api', 'id'],
  ['aws_autoscaling_', 'autoscaling_group_name', 'aws_autoscaling_group', 'name'],
  ['aws_backup_vault_', 'backup_vault_name', 'aws_backup_vault', 'name'],
  ['aws_cloudwatch_event_target', 'rule', 'aws_cloudwatch_event_rule', 'name'],
  ['aws_cloudwatch_log_', 'log_group_name', 'aws_cloudwatch_log_group', 'name'],
  ['aws_cognito_', 'user_pool_id', 'aws_cognito_user_pool', 'id'],
  ['aws_dynamodb_', 'resource_arn', 'aws_dynamodb_table', 'arn'],
  ['aws_dynamodb_', 'table_name', 'aws_dynamodb_table', 'name'],
  ['aws_ecr_', 'repository', 'aws_ecr_repository', 'name'],
  ['aws_ecs_', 'cluster', 'aws_ecs_cluster', 'arn'],
  ['aws_ecs_', 'cluster', 'aws_ecs_cluster', 'name'],
  ['aws_ecs_', 'cluster_name', 'aws_ecs_cluster', 'name'],
  ['aws_efs_', 'file_system_id', 'aws_efs_file_system', 'id'],
  ['aws_iam_group_', 'group', 'aws_iam_group', 'name'],
  ['aws_iam_role_', 'role', 'aws_iam_role', 'name'],
  ['aws_iam_user_', 'user', 'aws_iam_user', 'name'],
  ['aws_lambda_', 'function_name', 'aws_lambda_function', 'function_name'],
  ['aws_lb_', 'listener_arn', 'aws_lb_listener', 'arn'],
  ['aws_lb_target_group_attachment', 'target_group_arn', 'aws_lb_target_group', 'arn'],
  ['aws_network_acl_rule', 'network_acl_id', 'aws_network_acl', 'id'],
  ['aws_route', 'route_table_id', 'aws_default_route_table', 'id'],
  ['aws_route', 'route_table_id', 'aws_route_table', 'id'],
  ['aws_route53_', 'zone_id', 'aws_route53_zone', 'zone_id'],
  ['aws_s3_bucket_', 'bucket', 'aws_s3_bucket', 'bucket'],
  ['aws_secretsmanager_secret_', 'secret_arn', 'aws_secretsmanager_secret', 'arn'],
  ['aws_secretsmanager_secret_', 'secret_id', 'aws_secretsmanager_secret', 'arn'],
  ['aws_security_group_rule', 'security_group_id', 'aws_default_security_group', 'id'],
  ['aws_security_group_rule', 'security_group_id', 'aws_security_group', 'id'],
  ['aws_sns_topic_policy', 'arn', 'aws_sns_topic', 'arn'],
  ['aws_sns_topic_', 'topic_arn', 'aws_sns_topic', 'arn'],
  ['aws_sqs_queue_', 'queue_url', 'aws_sqs_queue', 'url'],
  ['aws_vpc_dhcp_options_association', 'vpc_id', 'aws_vpc', 'id'],
  ['aws_vpc_endpoint_', 'vpc_endpoint_id', 'aws_vpc_endpoint', 'id'],
  ['aws_vpc_security_group_', 'security_group_id', 'aws_default_security_group', 'id'],
  ['aws_vpc_security_group_', 'security_group_id', 'aws_security_group', 'id'],
];

/** Types whose ARN contains the ARN of the parent. */
const arnRules: Readonly<Record<string, readonly [whole: string, of: (arn: string) => string]>> = {
  aws_lb_listener: [
    'aws_lb',
    (arn) => withoutLast(arn, '/').replace(':listener/', ':loadbalancer/'),
  ],
  aws_lb_listener_rule: [
    'aws_lb_listener',
    (arn) => withoutLast(arn, '/').replace(':listener-rule/', ':listener/'),
  ],
  aws_sns_topic_subscription: ['aws_sns_topic', (arn) => withoutLast(arn, ':')],
};

/**
 * The possible parents of a part in AWS, as far as its own keys show; the first managed one is
 * meant.
 */
export function wholesNamed({ type, keys }: ResourceRef): readonly ResourceRef[] {
  const named = rows
    .filter(([part, , whole]) => whole !== type && fits(part, type))
    .flatMap(([, by, whole, attribute]) =>
      keys.flatMap((key) => (key[by] === undefined ? [] : refsTo(whole, attribute, key[by]))),
    );
  const rule = own(arnRules, type);
  const byArn = keys.flatMap(({ arn }) =>
    rule === undefined || arn === undefined ? [] : refsTo(rule[0], 'arn', rule[1](arn)),
  );
  return [...named, ...byArn];
}

/** A value may be an ARN in place of a name, or the other way around. */
function refsTo(type: string, attribute: string, value: string): readonly ResourceRef[] {
  const ref = { type, keys: [{ [attribute]: value }] };
  if (!value.startsWith('arn:') || attribute === 'arn') return [ref];
  const name = nameInArn(value);
  return [
    { type, keys: [{ arn: value }] },
    { type, keys: [{ [attribute]: name }] },
  ];
}

function fits(part: string, type: string): boolean {
  return part.endsWith('_') ? type.startsWith(part) : type === part;
}

function withoutLast(text: string, separator: string): string {
  return text.slice(0, Math.max(0, text.lastIndexOf(separator)));
}

/** Types without a parent: an unmanaged resource of such a type never belongs to a managed one. */
const alone: ReadonlySet<string> = new Set([
  'aws_api_gateway_rest_api',
  'aws_apigatewayv2_api',
  'aws_autoscaling_group',
  'aws_backup_vault',
  'aws_cloudwatch_event_rule',
  'aws_cloudwatch_log_group',
  'aws_cloudwatch_metric_alarm',
  'aws_cognito_user_pool',
  'aws_default_security_group',
  'aws_dynamodb_table',
  'aws_ebs_snapshot',
  'aws_ebs_volume',
  'aws_ecr_repository',
  'aws_ecs_cluster',
  'aws_efs_file_system',
  'aws_eip',
  'aws_iam_group',
  'aws_iam_policy',
  'aws_iam_role',
  'aws_iam_user',
  'aws_instance',
  'aws_kms_key',
  'aws_lambda_function',
  'aws_launch_template',
  'aws_lb',
  'aws_lb_target_group',
  'aws_network_interface',
  'aws_rds_cluster',
  'aws_route53_zone',
  'aws_s3_bucket',
  'aws_secretsmanager_secret',
  'aws_security_group',
  'aws_sns_topic',
  'aws_sqs_queue',
  'aws_ssm_parameter',
  'aws_vpc',
]);

/** True for a type whose resources never belong to another one. */
export function standsAlone(type: string): boolean {
  return alone.has(type);
}
