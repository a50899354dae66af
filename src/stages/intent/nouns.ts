/** What people call a resource of a type. Types that are a part of another type take its name. */
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
  azurerm_container_registry: 'registry',
  azurerm_cosmosdb_account: 'Cosmos DB account',
  azurerm_dns_a_record: 'DNS record',
  azurerm_dns_zone: 'DNS zone',
  azurerm_key_vault: 'vault',
  azurerm_kubernetes_cluster: 'cluster',
  azurerm_kubernetes_cluster_node_pool: 'node pool',
  azurerm_lb: 'load balancer',
  azurerm_linux_function_app: 'function app',
  azurerm_linux_virtual_machine: 'machine',
  azurerm_linux_virtual_machine_scale_set: 'scale set',
  azurerm_linux_web_app: 'web app',
  azurerm_mssql_database: 'database',
  azurerm_mssql_server: 'SQL server',
  azurerm_nat_gateway: 'NAT gateway',
  azurerm_postgresql_flexible_server: 'PostgreSQL server',
  azurerm_public_ip: 'address',
  azurerm_virtual_network: 'network',
  azurerm_virtual_network_peering: 'peering',
  azurerm_windows_function_app: 'function app',
  azurerm_windows_virtual_machine: 'machine',
  azurerm_windows_virtual_machine_scale_set: 'scale set',
  azurerm_windows_web_app: 'web app',
  google_bigquery_dataset: 'dataset',
  google_bigquery_table: 'table',
  google_cloud_run_v2_service: 'service',
  google_cloud_scheduler_job: 'job',
  google_cloudfunctions2_function: 'function',
  google_compute_address: 'address',
  google_compute_autoscaler: 'autoscaler',
  google_compute_disk: 'disk',
  google_compute_firewall: 'firewall',
  google_compute_global_address: 'address',
  google_compute_instance: 'instance',
  google_compute_instance_group_manager: 'instance group',
  google_compute_network: 'network',
  google_compute_region_autoscaler: 'autoscaler',
  google_compute_region_instance_group_manager: 'instance group',
  google_compute_subnetwork: 'subnetwork',
  google_container_cluster: 'cluster',
  google_container_node_pool: 'node pool',
  google_dns_managed_zone: 'DNS zone',
  google_dns_record_set: 'DNS record',
  google_kms_crypto_key: 'key',
  google_logging_project_sink: 'sink',
  google_monitoring_alert_policy: 'alert policy',
  google_project_iam_binding: 'role binding',
  google_project_iam_custom_role: 'role',
  google_project_iam_member: 'role member',
  google_pubsub_subscription: 'subscription',
  google_pubsub_topic: 'topic',
  google_secret_manager_secret: 'secret',
  google_service_account: 'service account',
  google_sql_database_instance: 'database',
  google_storage_bucket: 'bucket',
  google_storage_bucket_iam_binding: 'role binding',
};

/** Words whose plural is not formed with `s` or `es`. */
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
function pluralOf(noun: string): string {
  const last = noun.slice(noun.lastIndexOf(' ') + 1);
  const head = noun.slice(0, noun.length - last.length);
  if (Object.hasOwn(plurals, last)) return `${head}${plurals[last]}`;
  return /(?:s|x|ch|sh)$/.test(noun) ? `${noun}es` : `${noun}s`;
}

/** `bucket logs`, `buckets a, b and c`, `5 buckets (a, b, c, ...)`. */
export function nounList(noun: string, names: readonly string[]): string {
  const sorted = [...new Set(names)].sort();
  if (noun === '') return joinedNouns(sorted);
  if (sorted.length === 1) return `${noun} ${sorted[0]}`;
  if (sorted.length <= 3) return `${pluralOf(noun)} ${joinedNouns(sorted)}`;
  return `${sorted.length} ${pluralOf(noun)} (${sorted.slice(0, 3).join(', ')}, ...)`;
}

/** `a`, `a and b`, `a, b and c`. */
export function joinedNouns(parts: readonly string[]): string {
  const last = parts.at(-1) ?? '';
  return parts.length < 2 ? last : `${parts.slice(0, -1).join(', ')} and ${last}`;
}
