import type { JsonObject } from '../../src/model/json.ts';

/** A resource in the state. */
export interface StateResource {
  readonly module?: string;
  readonly type: string;
  readonly name: string;
  readonly key?: string;
  readonly attributes: JsonObject;
}

const arn = 'arn:aws';
const account = '123456789012';
const region = 'us-east-1';
const tags = { Environment: 'prod', Team: 'storefront', ManagedBy: 'terraform' };
const tagged = { tags, tags_all: tags };

export function queueUrl(name: string): string {
  return `https://sqs.${region}.amazonaws.com/${account}/${name}`;
}

export function queue(name: string, timeout: number): JsonObject {
  return {
    arn: `${arn}:sqs:${region}:${account}:${name}`,
    content_based_deduplication: false,
    delay_seconds: 0,
    fifo_queue: false,
    id: queueUrl(name),
    kms_data_key_reuse_period_seconds: 300,
    kms_master_key_id: '',
    max_message_size: 262144,
    message_retention_seconds: 345600,
    name,
    policy: '',
    receive_wait_time_seconds: 0,
    redrive_policy: '',
    sqs_managed_sse_enabled: true,
    url: queueUrl(name),
    visibility_timeout_seconds: timeout,
    ...tagged,
  };
}

export function logGroup(name: string, retention: number): JsonObject {
  return {
    arn: `${arn}:logs:${region}:${account}:log-group:${name}`,
    id: name,
    kms_key_id: '',
    log_group_class: 'STANDARD',
    name,
    retention_in_days: retention,
    skip_destroy: false,
    ...tagged,
  };
}

export function role(name: string): JsonObject {
  const statement = {
    Effect: 'Allow',
    Action: 'sts:AssumeRole',
    Principal: { Service: 'lambda.amazonaws.com' },
  };
  return {
    arn: `${arn}:iam::${account}:role/${name}`,
    assume_role_policy: JSON.stringify({ Version: '2012-10-17', Statement: [statement] }),
    description: '',
    force_detach_policies: false,
    id: name,
    max_session_duration: 3600,
    name,
    path: '/',
    permissions_boundary: '',
    unique_id: 'AROAEXAMPLEEXAMPLE000',
    ...tagged,
  };
}

export function lambda(name: string, memory: number): JsonObject {
  const own = `${arn}:lambda:${region}:${account}:function:${name}`;
  return {
    architectures: ['x86_64'],
    arn: own,
    description: '',
    environment: [],
    ephemeral_storage: [{ size: 512 }],
    filename: './function.zip',
    function_name: name,
    handler: 'index.handler',
    id: name,
    invoke_arn: `${arn}:apigateway:${region}:lambda:path/2015-03-31/functions/${own}/invocations`,
    layers: null,
    memory_size: memory,
    package_type: 'Zip',
    publish: false,
    qualified_arn: `${own}:$LATEST`,
    reserved_concurrent_executions: -1,
    role: `${arn}:iam::${account}:role/${name}`,
    runtime: 'nodejs20.x',
    timeout: 15,
    tracing_config: [{ mode: 'PassThrough' }],
    version: '$LATEST',
    vpc_config: [],
    ...tagged,
  };
}

export function alarm(name: string, watched: string): JsonObject {
  return {
    actions_enabled: true,
    alarm_actions: [],
    alarm_description: '',
    alarm_name: name,
    arn: `${arn}:cloudwatch:${region}:${account}:alarm:${name}`,
    comparison_operator: 'GreaterThanThreshold',
    dimensions: { QueueName: watched },
    evaluation_periods: 3,
    id: name,
    metric_name: 'ApproximateNumberOfMessagesVisible',
    namespace: 'AWS/SQS',
    period: 60,
    statistic: 'Maximum',
    threshold: 500,
    treat_missing_data: 'missing',
    ...tagged,
  };
}

export function topic(name: string): JsonObject {
  const own = `${arn}:sns:${region}:${account}:${name}`;
  return { arn: own, display_name: '', fifo_topic: false, id: own, name, policy: '', ...tagged };
}

export function table(name: string): JsonObject {
  return {
    arn: `${arn}:dynamodb:${region}:${account}:table/${name}`,
    attribute: [{ name: 'id', type: 'S' }],
    billing_mode: 'PAY_PER_REQUEST',
    deletion_protection_enabled: false,
    hash_key: 'id',
    id: name,
    name,
    point_in_time_recovery: [{ enabled: false }],
    server_side_encryption: [],
    stream_enabled: false,
    table_class: 'STANDARD',
    ttl: [{ attribute_name: '', enabled: false }],
    ...tagged,
  };
}

export function bucket(name: string): JsonObject {
  return {
    arn: `${arn}:s3:::${name}`,
    bucket: name,
    bucket_domain_name: `${name}.s3.amazonaws.com`,
    force_destroy: false,
    id: name,
    region,
    ...tagged,
  };
}

export function parameter(name: string, value: string): JsonObject {
  return {
    arn: `${arn}:ssm:${region}:${account}:parameter${name}`,
    data_type: 'text',
    description: '',
    id: name,
    name,
    tier: 'Standard',
    type: 'String',
    value,
    version: 1,
    ...tagged,
  };
}

export function securityGroup(id: string, name: string, cidrs: readonly string[]): JsonObject {
  const blank = { ipv6_cidr_blocks: [], prefix_list_ids: [], security_groups: [], self: false };
  const admin = {
    cidr_blocks: cidrs,
    description: 'Admin port',
    from_port: 8443,
    to_port: 8443,
    protocol: 'tcp',
    ...blank,
  };
  return {
    arn: `${arn}:ec2:${region}:${account}:security-group/${id}`,
    description: `Traffic to ${name}`,
    egress: [],
    id,
    ingress: [admin],
    name,
    name_prefix: '',
    owner_id: account,
    revoke_rules_on_delete: false,
    vpc_id: 'vpc-0a1b2c3d4e5f60718',
    ...tagged,
  };
}
