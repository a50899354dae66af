import type { Evaluation } from '../../code/terraform/config/types.ts';
import type { IndexedResource, StateIndex } from '../../code/terraform/state/types.ts';
import { isArmId } from '../../model/arm-id.ts';
import type { DeleteGoal, Goal } from '../../stages/patch/types.ts';

/** An attribute by which a part refers to its whole. */
interface PartRule {
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
const rules: readonly PartRule[] = [
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

/** Attributes that identify a whole. */
const identities = ['id', 'arn', 'name', 'bucket', 'dataset_id', 'function_name', 'url'];

/** The goals, plus a deletion of each part that was deleted with a whole. */
export function withParts(
  goals: readonly Goal[],
  evaluation: Evaluation,
  index: StateIndex,
): readonly Goal[] {
  const deleted = new Set(goals.flatMap((goal) => (goal.kind === 'delete' ? [goal.address] : [])));
  const parts = goals.flatMap((goal) => {
    if (goal.kind !== 'delete') return [];
    const whole = index.get(goal.address);
    return whole === undefined ? [] : partsOf(goal, whole, evaluation, index);
  });
  return [...goals, ...parts.filter(({ address }) => !deleted.has(address))];
}

function partsOf(
  goal: DeleteGoal,
  whole: IndexedResource,
  evaluation: Evaluation,
  index: StateIndex,
): readonly DeleteGoal[] {
  const own = rules.filter((rule) => rule.whole === goal.type);
  const inside = insideOf(whole);
  if (own.length === 0 && inside === undefined) return [];
  const names = new Set(
    identities.flatMap((name) => {
      const value = Object.hasOwn(whole.attributes, name) ? whole.attributes[name] : undefined;
      return typeof value === 'string' && value !== '' ? [value] : [];
    }),
  );
  return evaluation.addresses().flatMap((address) => {
    const part = index.get(address);
    if (part === undefined || address === goal.address) return [];
    const isPart =
      inside?.(part) === true ||
      own.some(
        (rule) =>
          fits(rule, part) &&
          names.has(String(part.attributes[rule.by]).replace(/^b\//, '')) &&
          isOneProject(whole, part),
      );
    return isPart ? [{ kind: 'delete', drift: goal.drift, address, type: part.type } as const] : [];
  });
}

/**
 * Azure deletes everything below an id with it: the resources of a group, the rules of a security
 * group. A reference that Terraform manages as a separate resource has the id of one side as its
 * own id or prefix.
 */
function insideOf(whole: IndexedResource): ((part: IndexedResource) => boolean) | undefined {
  const own = whole.attributes['id'];
  if (typeof own !== 'string' || !isArmId(own) || isReference(whole)) return undefined;
  const key = own.toLowerCase();
  return (part) =>
    part.type.startsWith('azurerm_') &&
    ['id', 'resource_manager_id'].some((name) => {
      const id = part.attributes[name];
      if (typeof id !== 'string') return false;
      const folded = id.toLowerCase();
      if (folded === key) return isReference(part);
      return folded.startsWith(`${key}/`) || folded.startsWith(`${key}|`);
    });
}

/**
 * True for a resource that has the id of another one and refers to it, as a subnet association
 * does.
 */
function isReference({ attributes }: IndexedResource): boolean {
  const { id, ...others } = attributes;
  return Object.entries(others).some(
    ([name, value]) =>
      name.endsWith('_id') &&
      name !== 'resource_manager_id' &&
      typeof value === 'string' &&
      typeof id === 'string' &&
      value.toLowerCase() === id.toLowerCase(),
  );
}

/** False for resources in different Google Cloud projects, which may have the same name. */
function isOneProject(a: IndexedResource, b: IndexedResource): boolean {
  const [one, other] = [a, b].map(({ attributes }) => attributes['project']);
  return typeof one !== 'string' || typeof other !== 'string' || one === other;
}

function fits({ part }: PartRule, { type }: IndexedResource): boolean {
  return part.endsWith('_') ? type.startsWith(part) : type === part;
}
