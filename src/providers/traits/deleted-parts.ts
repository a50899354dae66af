/** An attribute by which a part refers to its whole. */
export interface PartRule {
  readonly whole: string;
  /** Type of the part, or the prefix of its type if it ends in `_`. */
  readonly part: string;
  readonly by: string;
}

/**
 * Parts that a cloud deletes together with the whole, without separate calls in the log. Source:
 * the Delete operations in the API references of S3, SNS, SQS, EC2, CloudWatch Logs, Lambda,
 * Secrets Manager and Auto Scaling. IAM refuses to delete what still has parts.
 */
const partRules: readonly PartRule[] = [
  { whole: 'aws_autoscaling_group', part: 'aws_autoscaling_', by: 'autoscaling_group_name' },
  { whole: 'aws_cloudwatch_log_group', part: 'aws_cloudwatch_log_', by: 'log_group_name' },
  { whole: 'aws_lambda_function', part: 'aws_lambda_alias', by: 'function_name' },
  { whole: 'aws_lambda_function', part: 'aws_lambda_function_', by: 'function_name' },
  { whole: 'aws_lambda_function', part: 'aws_lambda_permission', by: 'function_name' },
  { whole: 'aws_s3_bucket', part: 'aws_s3_bucket_', by: 'bucket' },
  { whole: 'aws_secretsmanager_secret', part: 'aws_secretsmanager_secret_', by: 'secret_arn' },
  { whole: 'aws_secretsmanager_secret', part: 'aws_secretsmanager_secret_', by: 'secret_id' },
  { whole: 'aws_security_group', part: 'aws_security_group_rule', by: 'security_group_id' },
  { whole: 'aws_security_group', part: 'aws_vpc_security_group_', by: 'security_group_id' },
  { whole: 'aws_sns_topic', part: 'aws_sns_topic_policy', by: 'arn' },
  { whole: 'aws_sns_topic', part: 'aws_sns_topic_subscription', by: 'topic_arn' },
  { whole: 'aws_sqs_queue', part: 'aws_sqs_queue_', by: 'queue_url' },
  { whole: 'google_bigquery_dataset', part: 'google_bigquery_dataset_', by: 'dataset_id' },
  { whole: 'google_compute_router', part: 'google_compute_router_', by: 'router' },
  { whole: 'google_container_cluster', part: 'google_container_node_pool', by: 'cluster' },
  { whole: 'google_pubsub_subscription', part: 'google_pubsub_subscription_', by: 'subscription' },
  { whole: 'google_pubsub_topic', part: 'google_pubsub_topic_', by: 'topic' },
  { whole: 'google_service_account', part: 'google_service_account_', by: 'service_account_id' },
  { whole: 'google_sql_database_instance', part: 'google_sql_database', by: 'instance' },
  { whole: 'google_sql_database_instance', part: 'google_sql_user', by: 'instance' },
  { whole: 'google_storage_bucket', part: 'google_storage_bucket_iam_', by: 'bucket' },
];

/** How parts that are deleted with a resource of the type refer to it. */
export function deletedParts(whole: string): readonly PartRule[] {
  return partRules.filter((rule) => rule.whole === whole);
}

/** True if the rule is about parts of the type. */
export function isPartType({ part }: PartRule, type: string): boolean {
  return part.endsWith('_') ? type.startsWith(part) : type === part;
}
