import type { Json } from '../../model/json.ts';
import { type DemoResource, demoArn, queueUrl } from './resources.ts';

/** A stack of the demo: a root module below `stacks/` in one repository. */
export interface DemoStack {
  readonly name: string;
  readonly resources: readonly DemoResource[];
}

const tags = { Environment: 'prod' };
const tagLine = '  tags = { Environment = "prod" }';
const tagged = { tags, tags_all: tags };

/** What a shop, its payments and its reports run on. */
export const demoStacks: readonly DemoStack[] = [
  {
    name: 'shop',
    resources: [
      lambda('checkout', 'shop-checkout', 256, '# Totals, vouchers and tax'),
      queue('orders', 'shop-orders', 30),
      logGroup('checkout', '/aws/lambda/shop-checkout', 365),
      group('web', 'shop-web', { min: 2, desired: 2, max: 10 }),
      webRules('web', 'shop-web', 'sg-0a11c0ffee0000001'),
      publicAccess('assets', 'shop-assets'),
    ],
  },
  {
    name: 'payments',
    resources: [
      database('ledger', 'payments-ledger'),
      queue('settlements', 'payments-settlements', 60),
      logGroup('api', '/ecs/payments-api', 365),
      table('idempotency', 'payments-idempotency', true),
      key('ledger', '1f3d5b79-0000-4000-8000-00000000c0de'),
    ],
  },
  {
    name: 'reports',
    resources: [
      group('workers', 'reports-workers', { min: 2, desired: 6, max: 20 }),
      lambda('ingest', 'reports-ingest', 512, '# One file at a time'),
      queue('events', 'reports-events', 120),
      alarm('backlog', 'reports-backlog', 500),
      table('runs', 'reports-runs', false),
    ],
  },
];

function lambda(name: string, functionName: string, memory: number, comment: string): DemoResource {
  return {
    type: 'aws_lambda_function',
    name,
    body: `  function_name = "${functionName}"
  role          = "${demoArn('iam', `role/${functionName}`, { isGlobal: true })}"
  handler       = "index.handler"
  runtime       = "nodejs22.x"
  filename      = "build/${name}.zip"
  memory_size   = ${memory} ${comment}
  timeout       = 15
${tagLine}`,
    attributes: {
      id: functionName,
      function_name: functionName,
      arn: demoArn('lambda', `function:${functionName}`),
      role: demoArn('iam', `role/${functionName}`, { isGlobal: true }),
      handler: 'index.handler',
      runtime: 'nodejs22.x',
      filename: `build/${name}.zip`,
      memory_size: memory,
      timeout: 15,
      ...tagged,
    },
  };
}

function queue(name: string, queueName: string, timeout: number): DemoResource {
  const url = queueUrl(queueName);
  return {
    type: 'aws_sqs_queue',
    name,
    body: `  name                       = "${queueName}"
  visibility_timeout_seconds = ${timeout}
${tagLine}`,
    attributes: {
      ...{ id: url, url, name: queueName, arn: demoArn('sqs', queueName) },
      ...{ delay_seconds: 0, visibility_timeout_seconds: timeout, ...tagged },
    },
  };
}

function logGroup(name: string, groupName: string, days: number): DemoResource {
  return {
    type: 'aws_cloudwatch_log_group',
    name,
    body: `  name              = "${groupName}"
  retention_in_days = ${days} # auditors ask for a year
${tagLine}`,
    attributes: {
      ...{ id: groupName, name: groupName, arn: demoArn('logs', `log-group:${groupName}`) },
      ...{ retention_in_days: days, ...tagged },
    },
  };
}

interface Sizes {
  readonly min: number;
  readonly desired: number;
  readonly max: number;
}

function group(name: string, groupName: string, { min, desired, max }: Sizes): DemoResource {
  return {
    type: 'aws_autoscaling_group',
    name,
    body: `  name                = "${groupName}"
  min_size            = ${min}
  desired_capacity    = ${desired}
  max_size            = ${max}
  vpc_zone_identifier = ["subnet-0a11c0ffee0000001", "subnet-0a11c0ffee0000002"]

  launch_template {
    id      = "lt-0a11c0ffee0000001"
    version = "$Latest"
  }

  tag {
    key                 = "Environment"
    value               = "prod"
    propagate_at_launch = true
  }`,
    attributes: {
      ...{ id: groupName, name: groupName, min_size: min, max_size: max },
      arn: demoArn('autoscaling', `autoScalingGroup:0000:autoScalingGroupName/${groupName}`),
      desired_capacity: desired,
      vpc_zone_identifier: ['subnet-0a11c0ffee0000001', 'subnet-0a11c0ffee0000002'],
      launch_template: [{ id: 'lt-0a11c0ffee0000001', name: 'web', version: '$Latest' }],
      tag: [{ key: 'Environment', value: 'prod', propagate_at_launch: true }],
    },
  };
}

function webRules(name: string, groupName: string, id: string): DemoResource {
  const rule = (port: number, cidr: string, description: string): Json => ({
    ...{ description, protocol: 'tcp', from_port: port, to_port: port, self: false },
    ...{ cidr_blocks: [cidr], ipv6_cidr_blocks: [], prefix_list_ids: [], security_groups: [] },
  });
  return {
    type: 'aws_security_group',
    name,
    body: `  name        = "${groupName}"
  description = "Web"
  vpc_id      = "vpc-0a11c0ffee0000001"

  ingress {
    description = "Customers"
    protocol    = "tcp"
    from_port   = 443
    to_port     = 443
    cidr_blocks = ["0.0.0.0/0"]
  }

${tagLine}`,
    attributes: {
      ...{ id, name: groupName, description: 'Web', vpc_id: 'vpc-0a11c0ffee0000001' },
      arn: demoArn('ec2', `security-group/${id}`),
      ingress: [rule(443, '0.0.0.0/0', 'Customers')],
      egress: [],
      ...tagged,
    },
  };
}

function publicAccess(name: string, bucket: string): DemoResource {
  return {
    type: 'aws_s3_bucket_public_access_block',
    name,
    body: `  bucket                  = "${bucket}"
  block_public_acls       = false
  block_public_policy     = false
  ignore_public_acls      = false
  restrict_public_buckets = false`,
    attributes: {
      ...{ id: bucket, bucket, block_public_acls: false, block_public_policy: false },
      ...{ ignore_public_acls: false, restrict_public_buckets: false },
    },
  };
}

function database(name: string, identifier: string): DemoResource {
  return {
    type: 'aws_db_instance',
    name,
    body: `  identifier              = "${identifier}"
  engine                  = "postgres"
  instance_class          = "db.r6g.large"
  allocated_storage       = 200
  backup_retention_period = 14
  deletion_protection     = true
  multi_az                = true
  storage_encrypted       = true
${tagLine}`,
    attributes: {
      ...{ id: `db-${name}`, identifier, engine: 'postgres', instance_class: 'db.r6g.large' },
      ...{ arn: demoArn('rds', `db:${identifier}`), allocated_storage: 200 },
      ...{ backup_retention_period: 14, deletion_protection: true, multi_az: true },
      ...{ storage_encrypted: true, ...tagged },
    },
  };
}

function table(name: string, tableName: string, isRecoverable: boolean): DemoResource {
  return {
    type: 'aws_dynamodb_table',
    name,
    body: `  name         = "${tableName}"
  billing_mode = "PAY_PER_REQUEST"
  hash_key     = "id"

  attribute {
    name = "id"
    type = "S"
  }

  point_in_time_recovery {
    enabled = ${isRecoverable}
  }

${tagLine}`,
    attributes: {
      ...{ id: tableName, name: tableName, arn: demoArn('dynamodb', `table/${tableName}`) },
      ...{
        billing_mode: 'PAY_PER_REQUEST',
        hash_key: 'id',
        attribute: [{ name: 'id', type: 'S' }],
      },
      point_in_time_recovery: [{ enabled: isRecoverable, recovery_period_in_days: 35 }],
      ...tagged,
    },
  };
}

function key(name: string, id: string): DemoResource {
  return {
    type: 'aws_kms_key',
    name,
    body: `  description         = "Seals the ${name}"
  enable_key_rotation = true
${tagLine}`,
    attributes: {
      ...{ id, key_id: id, arn: demoArn('kms', `key/${id}`), description: `Seals the ${name}` },
      ...{ enable_key_rotation: true, is_enabled: true, ...tagged },
    },
  };
}

function alarm(name: string, alarmName: string, threshold: number): DemoResource {
  return {
    type: 'aws_cloudwatch_metric_alarm',
    name,
    body: `  alarm_name          = "${alarmName}"
  comparison_operator = "GreaterThanThreshold"
  evaluation_periods  = 3
  threshold           = ${threshold}
  period              = 60
  statistic           = "Maximum"
  namespace           = "AWS/SQS"
  metric_name         = "ApproximateNumberOfMessagesVisible"
  actions_enabled     = true
${tagLine}`,
    attributes: {
      ...{ id: alarmName, alarm_name: alarmName, arn: demoArn('cloudwatch', `alarm:${alarmName}`) },
      ...{ comparison_operator: 'GreaterThanThreshold', evaluation_periods: 3, threshold },
      ...{ period: 60, statistic: 'Maximum', namespace: 'AWS/SQS', actions_enabled: true },
      ...{
        metric_name: 'ApproximateNumberOfMessagesVisible',
        treat_missing_data: 'missing',
        ...tagged,
      },
    },
  };
}
