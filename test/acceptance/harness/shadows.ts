import type { Json, JsonObject } from '../../../src/model/json.ts';
import { isJsonArray, isJsonObject } from '../../../src/model/json.ts';
import type { PlannedResource } from './accounting.ts';

/** True when other resources in the code account for this attribute of a live resource. */
type Shadow = (live: JsonObject, planned: readonly PlannedResource[]) => boolean;

function bucketPart(type: string): Shadow {
  return (live, planned) =>
    planned.some((one) => one.type === type && one.values['bucket'] === live['bucket']);
}

const website = bucketPart('aws_s3_bucket_website_configuration');

/** Attributes that mirror separate resources, by `type.attribute`. */
export const shadows: Readonly<Record<string, Shadow>> = {
  'aws_security_group.ingress': (live, planned) => sameRules('ingress', live, planned),
  'aws_security_group.egress': (live, planned) => sameRules('egress', live, planned),
  // Volumes are resources of their own, or were created with the instance.
  'aws_instance.ebs_block_device': (live, planned) =>
    objects(live['ebs_block_device']).every(
      ({ volume_id: id, delete_on_termination: came }) =>
        came === true ||
        planned.some(({ type, values }) => type === 'aws_ebs_volume' && values['id'] === id),
    ),
  'aws_network_acl.ingress': (live, planned) => sameEntries(false, live, planned),
  'aws_network_acl.egress': (live, planned) => sameEntries(true, live, planned),
  'aws_route_table.route': sameRoutes,
  'aws_iam_role.managed_policy_arns': (live, planned) =>
    sameSet(
      strings(live['managed_policy_arns']),
      planned.flatMap(({ type, values }) => {
        if (type === 'aws_iam_role_policy_attachment' && values['role'] === live['name']) {
          return [String(values['policy_arn'])];
        }
        if (type === 'aws_iam_policy_attachment') {
          const isOne = strings(values['roles']).includes(String(live['name']));
          return isOne ? [String(values['policy_arn'])] : [];
        }
        const owns = type === 'aws_iam_role_policy_attachments_exclusive';
        return owns && values['role_name'] === live['name'] ? strings(values['policy_arns']) : [];
      }),
    ),
  'aws_kms_key.policy': (live, planned) =>
    planned.some(
      ({ type, values }) => type === 'aws_kms_key_policy' && values['key_id'] === live['key_id'],
    ),
  'aws_secretsmanager_secret.policy': (live, planned) =>
    planned.some(
      ({ type, values }) =>
        type === 'aws_secretsmanager_secret_policy' && values['secret_arn'] === live['arn'],
    ),
  'aws_iam_role.inline_policy': (live, planned) =>
    sameSet(
      objects(live['inline_policy']).map((policy) => String(policy['name'])),
      planned
        .filter(
          ({ type, values }) => type === 'aws_iam_role_policy' && values['role'] === live['name'],
        )
        .map(({ values }) => String(values['name'])),
    ),
  'aws_sqs_queue.policy': (live, planned) =>
    planned.some(
      ({ type, values }) => type === 'aws_sqs_queue_policy' && values['queue_url'] === live['url'],
    ),
  'aws_sns_topic.policy': (live, planned) =>
    planned.some(
      ({ type, values }) => type === 'aws_sns_topic_policy' && values['arn'] === live['arn'],
    ),
  'aws_sqs_queue.redrive_policy': (live, planned) =>
    planned.some(
      ({ type, values }) =>
        type === 'aws_sqs_queue_redrive_policy' && values['queue_url'] === live['url'],
    ),
  'aws_s3_bucket.acceleration_status': bucketPart('aws_s3_bucket_accelerate_configuration'),
  'aws_s3_bucket.object_lock_configuration': bucketPart('aws_s3_bucket_object_lock_configuration'),
  'aws_s3_bucket.versioning': bucketPart('aws_s3_bucket_versioning'),
  'aws_s3_bucket.server_side_encryption_configuration': bucketPart(
    'aws_s3_bucket_server_side_encryption_configuration',
  ),
  'aws_s3_bucket.lifecycle_rule': bucketPart('aws_s3_bucket_lifecycle_configuration'),
  'aws_s3_bucket.cors_rule': bucketPart('aws_s3_bucket_cors_configuration'),
  'aws_s3_bucket.policy': bucketPart('aws_s3_bucket_policy'),
  'aws_s3_bucket.logging': bucketPart('aws_s3_bucket_logging'),
  'aws_s3_bucket.website': website,
  // The old name of `state`.
  'aws_cloudwatch_event_rule.is_enabled': (live) => typeof live['state'] === 'string',
  'aws_dynamodb_table.read_capacity': paidByRequest('read_capacity'),
  'aws_dynamodb_table.write_capacity': paidByRequest('write_capacity'),
  // The default of what a filter looks at.
  'aws_sns_topic_subscription.filter_policy_scope': (live) =>
    live['filter_policy_scope'] === 'MessageAttributes',
  // The latest version is what the code describes, by whatever number.
  'aws_launch_template.default_version': (live) =>
    live['update_default_version'] === true || live['default_version'] === live['latest_version'],
};

/** An on-demand table has no capacity. */
function paidByRequest(capacity: string): Shadow {
  return (live) => live['billing_mode'] === 'PAY_PER_REQUEST' && live[capacity] === 0;
}

function strings(value: Json | undefined): readonly string[] {
  return isJsonArray(value) ? value.map(String) : [];
}

function objects(value: Json | undefined): readonly JsonObject[] {
  return isJsonArray(value) ? value.filter(isJsonObject) : [];
}

function sameSet(left: readonly string[], right: readonly string[]): boolean {
  return [...new Set(left)].sort().join('\n') === [...new Set(right)].sort().join('\n');
}

/** True when rule resources declare exactly the entries of a network ACL. */
function sameEntries(
  egress: boolean,
  live: JsonObject,
  planned: readonly PlannedResource[],
): boolean {
  const declared = planned
    .filter(({ type }) => type === 'aws_network_acl_rule')
    .filter(({ values }) => values['network_acl_id'] === live['id'])
    .filter(({ values }) => (values['egress'] === true) === egress)
    .map(({ values }) => entryLine(values, values['rule_number'], values['rule_action']));
  const entries = objects(live[egress ? 'egress' : 'ingress']);
  return sameSet(
    entries.map((one) => entryLine(one, one['rule_no'], one['action'])),
    declared,
  );
}

function entryLine(entry: JsonObject, number?: Json, action?: Json): string {
  const source = entry['cidr_block'] || entry['ipv6_cidr_block'];
  return `${number} ${action} ${source} ${entry['from_port'] ?? 0}-${entry['to_port'] ?? 0}`;
}

/** True when route resources declare exactly the routes of a table. */
function sameRoutes(live: JsonObject, planned: readonly PlannedResource[]): boolean {
  const declared = planned
    .filter(({ type, values }) => type === 'aws_route' && values['route_table_id'] === live['id'])
    .map(({ values }) => routeLine(values, 'destination_'));
  return sameSet(
    objects(live['route']).map((route) => routeLine(route, '')),
    declared,
  );
}

function routeLine(route: JsonObject, prefix: string): string {
  const to = [`${prefix}cidr_block`, `${prefix}ipv6_cidr_block`, 'destination_prefix_list_id'];
  const via = [
    ...['egress_only_gateway_id', 'gateway_id', 'nat_gateway_id', 'network_interface_id'],
    ...['transit_gateway_id', 'vpc_endpoint_id', 'vpc_peering_connection_id'],
  ];
  return [...to, ...via].map((name) => route[name] || '').join(' ');
}

type Direction = 'ingress' | 'egress';

function sameRules(
  direction: Direction,
  live: JsonObject,
  planned: readonly PlannedResource[],
): boolean {
  const declared = planned
    .filter(({ values }) => values['security_group_id'] === live['id'])
    .flatMap((rule) => declaredRules(direction, rule));
  return sameSet(objects(live[direction]).flatMap(expandRules), declared);
}

function declaredRules(direction: Direction, { type, values }: PlannedResource): readonly string[] {
  if (type === 'aws_security_group_rule' && values['type'] === direction) {
    return expandRules({
      ...values,
      security_groups: [values['source_security_group_id'] ?? []].flat(),
    });
  }
  if (type !== `aws_vpc_security_group_${direction}_rule`) return [];
  return expandRules({
    from_port: values['from_port'] ?? 0,
    to_port: values['to_port'] ?? 0,
    protocol: values['ip_protocol'] ?? null,
    cidr_blocks: [values['cidr_ipv4'] ?? []].flat(),
    ipv6_cidr_blocks: [values['cidr_ipv6'] ?? []].flat(),
    prefix_list_ids: [values['prefix_list_id'] ?? []].flat(),
    security_groups: [values['referenced_security_group_id'] ?? []].flat(),
  });
}

/** One line for each source that a rule admits. */
export function expandRules(rule: JsonObject): readonly string[] {
  const protocol = String(rule['protocol']);
  const ports = protocol === '-1' ? 'all' : `${rule['from_port']}-${rule['to_port']}`;
  const sources = ['cidr_blocks', 'ipv6_cidr_blocks', 'prefix_list_ids', 'security_groups'];
  const lines = sources.flatMap((source) =>
    strings(rule[source]).map((value) => `${protocol} ${ports} ${value}`),
  );
  return rule['self'] === true ? [...lines, `${protocol} ${ports} self`] : lines;
}
