/** What people call a resource of a type. Types that are part of another one take its name. */
const nouns: Readonly<Record<string, string>> = {
  aws_autoscaling_group: 'Auto Scaling group',
  aws_cloudtrail: 'trail',
  aws_cloudwatch_event_rule: 'event rule',
  aws_cloudwatch_log_group: 'log group',
  aws_cloudwatch_metric_alarm: 'alarm',
  aws_db_instance: 'database',
  aws_default_security_group: 'default security group',
  aws_dynamodb_table: 'table',
  aws_ebs_volume: 'volume',
  aws_ecr_repository: 'repository',
  aws_ecs_cluster: 'cluster',
  aws_ecs_service: 'service',
  aws_ecs_task_definition: 'task definition',
  aws_eks_cluster: 'cluster',
  aws_eks_node_group: 'node group',
  aws_eip: 'address',
  aws_iam_group: 'group',
  aws_iam_group_policy_attachment: 'group',
  aws_iam_instance_profile: 'instance profile',
  aws_iam_policy: 'policy',
  aws_iam_role: 'role',
  aws_iam_role_policy: 'role policy',
  aws_iam_role_policy_attachment: 'role',
  aws_iam_user: 'user',
  aws_iam_user_policy: 'user policy',
  aws_iam_user_policy_attachment: 'user',
  aws_instance: 'instance',
  aws_kinesis_stream: 'stream',
  aws_kms_alias: 'key alias',
  aws_kms_key: 'key',
  aws_lambda_function: 'function',
  aws_lambda_permission: 'permission',
  aws_launch_template: 'launch template',
  aws_lb: 'load balancer',
  aws_lb_listener: 'listener',
  aws_lb_target_group: 'target group',
  aws_nat_gateway: 'NAT gateway',
  aws_network_acl: 'network ACL',
  aws_rds_cluster: 'database cluster',
  aws_route53_record: 'DNS record',
  aws_route53_zone: 'DNS zone',
  aws_route_table: 'route table',
  aws_secretsmanager_secret: 'secret',
  aws_security_group: 'security group',
  aws_security_group_rule: 'security group rule',
  aws_sns_topic: 'topic',
  aws_sns_topic_policy: 'topic',
  aws_sns_topic_subscription: 'subscription',
  aws_sqs_queue: 'queue',
  aws_sqs_queue_policy: 'queue',
  aws_ssm_parameter: 'parameter',
  aws_subnet: 'subnet',
  aws_vpc: 'VPC',
  aws_vpc_security_group_egress_rule: 'security group rule',
  aws_vpc_security_group_ingress_rule: 'security group rule',
};

/** Words whose plural is not made with `s` or `es`. */
const plurals: Readonly<Record<string, string>> = {
  policy: 'policies',
  repository: 'repositories',
};

export function nounOf(type: string): string {
  if (Object.hasOwn(nouns, type)) return nouns[type] ?? type;
  if (type.startsWith('aws_s3_bucket')) return 'bucket';
  if (type.includes('/')) return type.slice(type.indexOf('/') + 1);
  return type.slice(type.indexOf('_') + 1).replaceAll('_', ' ');
}

/** `buckets`, `security groups`, `role policies`. */
export function pluralOf(noun: string): string {
  const last = noun.slice(noun.lastIndexOf(' ') + 1);
  const head = noun.slice(0, noun.length - last.length);
  if (Object.hasOwn(plurals, last)) return `${head}${plurals[last]}`;
  return /(?:s|x|ch|sh)$/.test(noun) ? `${noun}es` : `${noun}s`;
}

/** `bucket logs`, `buckets a, b and c`, `5 buckets (a, b, c, ...)`. */
export function listOf(noun: string, names: readonly string[]): string {
  const sorted = [...new Set(names)].sort();
  if (noun === '') return joined(sorted);
  if (sorted.length === 1) return `${noun} ${sorted[0]}`;
  if (sorted.length <= 3) return `${pluralOf(noun)} ${joined(sorted)}`;
  return `${sorted.length} ${pluralOf(noun)} (${sorted.slice(0, 3).join(', ')}, ...)`;
}

/** `a`, `a and b`, `a, b and c`. */
export function joined(parts: readonly string[]): string {
  const last = parts.at(-1) ?? '';
  return parts.length < 2 ? last : `${parts.slice(0, -1).join(', ')} and ${last}`;
}
