import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import {
  alarm,
  bucket,
  lambda,
  logGroup,
  parameter,
  queue,
  role,
  type StateResource,
  securityGroup,
  table,
  topic,
} from './resources.ts';

interface Part {
  readonly files: Readonly<Record<string, string>>;
  readonly resources: readonly StateResource[];
}

/** Instances of the module in `moduleCode`. */
const perModule = 10;
const perEntry = 5;
const perFlat = 5;
const entriesPerTeam = 20;
const flatPerFile = 10;

/**
 * Writes a project of about `size` resources and its state: four tenths in module calls, three
 * tenths under `for_each`, and three tenths written out. Names and tags come from variables and
 * locals.
 */
export function writeEstate(root: string, size: number): number {
  const parts = [
    common(),
    ...range((size * 0.4) / perModule).map(service),
    ...chunks(range((size * 0.3) / perEntry), entriesPerTeam).map(team),
    ...chunks(range((size * 0.3) / perFlat), flatPerFile).map(flat),
  ];
  for (const { files } of parts) {
    for (const [path, text] of Object.entries(files)) {
      const file = join(root, path);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, text);
    }
  }
  const resources = parts.flatMap((part) => part.resources);
  writeFileSync(join(root, 'terraform.tfstate'), stateText(resources));
  return resources.length;
}

function range(count: number): readonly number[] {
  return Array.from({ length: Math.max(1, Math.round(count)) }, (_, index) => index);
}

function chunks<T>(items: readonly T[], size: number): readonly (readonly T[])[] {
  return range(Math.ceil(items.length / size)).map((at) => items.slice(at * size, (at + 1) * size));
}

export function numbered(prefix: string, index: number): string {
  return `${prefix}-${String(index).padStart(5, '0')}`;
}

export function groupId(index: number): string {
  return `sg-${index.toString(16).padStart(17, '0')}`;
}

function stateText(resources: readonly StateResource[]): string {
  const byAddress = new Map<string, StateResource[]>();
  for (const resource of resources) {
    const address = `${resource.module ?? ''}.${resource.type}.${resource.name}`;
    byAddress.set(address, [...(byAddress.get(address) ?? []), resource]);
  }
  return JSON.stringify({
    version: 4,
    terraform_version: '1.11.4',
    serial: 7,
    lineage: 'b1e7f7a2-0c5f-4d6e-8b1a-2f9f4d1c7e55',
    outputs: {},
    resources: [...byAddress.values()].map((instances) => ({
      ...(instances[0]?.module === undefined ? {} : { module: instances[0].module }),
      mode: 'managed',
      type: instances[0]?.type,
      name: instances[0]?.name,
      provider: 'provider["registry.terraform.io/hashicorp/aws"]',
      instances: instances.map(({ key, attributes }) => ({
        ...(key === undefined ? {} : { index_key: key }),
        schema_version: 0,
        attributes,
        sensitive_attributes: [],
      })),
    })),
  });
}

const commonCode = `terraform {
  required_version = ">= 1.5"

  required_providers {
    aws = {
      source  = "hashicorp/aws"
      version = "~> 5.100"
    }
  }
}

provider "aws" {
  region = "us-east-1"
}

variable "environment" {
  type = string
}

variable "retention" {
  type    = number
  default = 30
}

variable "intake" {
  type = object({ timeout = number, delay = optional(number, 0) })
}

locals {
  tags = {
    Environment = var.environment
    Team        = "storefront"
    ManagedBy   = "terraform"
  }
}

resource "aws_sqs_queue" "intake" {
  name                       = "intake"
  delay_seconds              = var.intake.delay
  visibility_timeout_seconds = var.intake.timeout
  tags                       = local.tags
}
`;

const moduleCode = `variable "name" {
  type = string
}

variable "memory" {
  type    = number
  default = 128
}

variable "retention" {
  type = number
}

variable "admin_cidrs" {
  type    = list(string)
  default = []
}

variable "tags" {
  type    = map(string)
  default = {}
}

locals {
  tags = merge(var.tags, { Name = var.name })
}

resource "aws_security_group" "this" {
  name        = var.name
  description = "Traffic to \${var.name}"
  vpc_id      = "vpc-0a1b2c3d4e5f60718"

  ingress {
    description = "Admin port"
    from_port   = 8443
    to_port     = 8443
    protocol    = "tcp"
    cidr_blocks = var.admin_cidrs
  }

  tags = local.tags
}

resource "aws_iam_role" "this" {
  name = var.name

  assume_role_policy = jsonencode({
    Version = "2012-10-17"
    Statement = [{
      Effect    = "Allow"
      Action    = "sts:AssumeRole"
      Principal = { Service = "lambda.amazonaws.com" }
    }]
  })

  tags = local.tags
}

resource "aws_lambda_function" "this" {
  function_name = var.name
  role          = aws_iam_role.this.arn
  handler       = "index.handler"
  runtime       = "nodejs20.x"
  filename      = "./function.zip"
  memory_size   = var.memory
  timeout       = 15
  tags          = local.tags
}

resource "aws_cloudwatch_log_group" "this" {
  name              = "/aws/lambda/\${aws_lambda_function.this.function_name}"
  retention_in_days = var.retention
  tags              = local.tags
}

resource "aws_sqs_queue" "dead" {
  name = "\${var.name}-dead"
  tags = local.tags
}

resource "aws_sqs_queue" "this" {
  name                       = var.name
  visibility_timeout_seconds = 30

  redrive_policy = jsonencode({
    deadLetterTargetArn = aws_sqs_queue.dead.arn
    maxReceiveCount     = 5
  })

  tags = local.tags
}

resource "aws_sns_topic" "this" {
  name = var.name
  tags = local.tags
}

resource "aws_cloudwatch_metric_alarm" "this" {
  alarm_name          = var.name
  comparison_operator = "GreaterThanThreshold"
  evaluation_periods  = 3
  metric_name         = "ApproximateNumberOfMessagesVisible"
  namespace           = "AWS/SQS"
  period              = 60
  statistic           = "Maximum"
  threshold           = 500
  dimensions          = { QueueName = aws_sqs_queue.this.name }
  tags                = local.tags
}

resource "aws_dynamodb_table" "this" {
  name         = var.name
  billing_mode = "PAY_PER_REQUEST"
  hash_key     = "id"

  attribute {
    name = "id"
    type = "S"
  }

  tags = local.tags
}

resource "aws_s3_bucket" "this" {
  bucket = var.name
  tags   = local.tags
}

output "queue_arn" {
  value = aws_sqs_queue.this.arn
}
`;

function common(): Part {
  return {
    files: {
      'main.tf': commonCode,
      'terraform.tfvars': 'environment = "prod"\n\nintake = {\n  timeout = 30\n}\n',
      'modules/service/main.tf': moduleCode,
      'function.zip': '',
    },
    resources: [{ type: 'aws_sqs_queue', name: 'intake', attributes: queue('intake', 30) }],
  };
}

function service(index: number): Part {
  const name = numbered('service', index);
  const call = name.replace('-', '_');
  const module = `module.${call}`;
  const own = (type: string, attributes: StateResource['attributes'], label = 'this') => ({
    module,
    type,
    name: label,
    attributes,
  });
  const code = `module "${call}" {
  source = "./modules/service"

  name        = "${name}"
  memory      = 256
  retention   = var.retention
  admin_cidrs = ["10.0.0.0/8"]
  tags        = local.tags
}
`;
  return {
    files: { [`service_${name.slice(-5)}.tf`]: code },
    resources: [
      own('aws_security_group', securityGroup(groupId(index), name, ['10.0.0.0/8'])),
      own('aws_iam_role', role(name)),
      own('aws_lambda_function', lambda(name, 256)),
      own('aws_cloudwatch_log_group', logGroup(`/aws/lambda/${name}`, 30)),
      own('aws_sqs_queue', queue(`${name}-dead`, 30), 'dead'),
      own('aws_sqs_queue', queue(name, 30)),
      own('aws_sns_topic', topic(name)),
      own('aws_cloudwatch_metric_alarm', alarm(name, name)),
      own('aws_dynamodb_table', table(name)),
      own('aws_s3_bucket', bucket(name)),
    ],
  };
}

function team(workers: readonly number[], index: number): Part {
  const label = numbered('team', index).replace('-', '_');
  const entries = workers.map(
    (worker) =>
      `    ${numbered('worker', worker)} = { memory = 256, timeout = 60 } # owned by ${label}\n`,
  );
  const code = `locals {
  ${label} = {
${entries.join('')}  }
}

resource "aws_sqs_queue" "${label}" {
  for_each = local.${label}

  name                       = each.key
  visibility_timeout_seconds = each.value.timeout
  tags                       = merge(local.tags, { Worker = each.key })
}

resource "aws_iam_role" "${label}" {
  for_each = local.${label}

  name = each.key

  assume_role_policy = jsonencode({
    Version = "2012-10-17"
    Statement = [{
      Effect    = "Allow"
      Action    = "sts:AssumeRole"
      Principal = { Service = "lambda.amazonaws.com" }
    }]
  })

  tags = local.tags
}

resource "aws_lambda_function" "${label}" {
  for_each = local.${label}

  function_name = each.key
  role          = aws_iam_role.${label}[each.key].arn
  handler       = "index.handler"
  runtime       = "nodejs20.x"
  filename      = "./function.zip"
  memory_size   = each.value.memory
  timeout       = 15
  tags          = local.tags
}

resource "aws_cloudwatch_log_group" "${label}" {
  for_each = local.${label}

  name              = "/aws/lambda/\${each.key}"
  retention_in_days = var.retention
  tags              = local.tags
}

resource "aws_cloudwatch_metric_alarm" "${label}" {
  for_each = local.${label}

  alarm_name          = each.key
  comparison_operator = "GreaterThanThreshold"
  evaluation_periods  = 3
  metric_name         = "ApproximateNumberOfMessagesVisible"
  namespace           = "AWS/SQS"
  period              = 60
  statistic           = "Maximum"
  threshold           = 500
  dimensions          = { QueueName = aws_sqs_queue.${label}[each.key].name }
  tags                = local.tags
}
`;
  return {
    files: { [`${label}.tf`]: code },
    resources: workers.flatMap((worker) => {
      const key = numbered('worker', worker);
      const own = (type: string, attributes: StateResource['attributes']) => ({
        type,
        name: label,
        key,
        attributes,
      });
      return [
        own('aws_sqs_queue', queue(key, 60)),
        own('aws_iam_role', role(key)),
        own('aws_lambda_function', lambda(key, 256)),
        own('aws_cloudwatch_log_group', logGroup(`/aws/lambda/${key}`, 30)),
        own('aws_cloudwatch_metric_alarm', alarm(key, key)),
      ];
    }),
  };
}

function flat(indexes: readonly number[], file: number): Part {
  const all = indexes.map((index) => {
    const name = numbered('job', index);
    const label = name.replace('-', '_');
    const own = (type: string, attributes: StateResource['attributes']) => ({
      type,
      name: label,
      attributes,
    });
    const code = `# ${name}: ask the data team before you change it.
resource "aws_sqs_queue" "${label}" {
  name                       = "${name}"
  visibility_timeout_seconds = 30
  tags                       = local.tags
}

resource "aws_cloudwatch_log_group" "${label}" {
  name              = "/jobs/\${aws_sqs_queue.${label}.name}"
  retention_in_days = 90 # audit
  tags              = local.tags
}

resource "aws_cloudwatch_metric_alarm" "${label}" {
  alarm_name          = "${name}-\${var.environment}"
  comparison_operator = "GreaterThanThreshold"
  evaluation_periods  = 3
  metric_name         = "ApproximateNumberOfMessagesVisible"
  namespace           = "AWS/SQS"
  period              = 60
  statistic           = "Maximum"
  threshold           = 500
  dimensions          = { QueueName = aws_sqs_queue.${label}.name }
  tags                = local.tags
}

resource "aws_s3_bucket" "${label}" {
  bucket = "${name}-results"
  tags   = merge(local.tags, { Job = "${name}" })
}

resource "aws_ssm_parameter" "${label}" {
  name  = "/jobs/${name}/bucket"
  type  = "String"
  value = aws_s3_bucket.${label}.bucket
  tags  = local.tags
}
`;
    return {
      code,
      resources: [
        own('aws_sqs_queue', queue(name, 30)),
        own('aws_cloudwatch_log_group', logGroup(`/jobs/${name}`, 90)),
        own('aws_cloudwatch_metric_alarm', alarm(`${name}-prod`, name)),
        own('aws_s3_bucket', bucket(`${name}-results`)),
        own('aws_ssm_parameter', parameter(`/jobs/${name}/bucket`, `${name}-results`)),
      ],
    };
  });
  return {
    files: { [`jobs_${String(file).padStart(5, '0')}.tf`]: all.map(({ code }) => code).join('\n') },
    resources: all.flatMap(({ resources }) => resources),
  };
}
