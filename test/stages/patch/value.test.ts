import { describe, expect, it } from 'vitest';
import type { Goal } from '../../../src/stages/patch/types.ts';
import { lineDiff, patched, valueGoal } from './harness.ts';

interface Case {
  readonly name: string;
  readonly files: Readonly<Record<string, string>>;
  readonly goals: readonly Goal[];
  /** Changed lines by file. */
  readonly diff: Readonly<Record<string, string>>;
  readonly site: string;
}

const queue = 'aws_sqs_queue.q';
const functions = `resource "aws_lambda_function" "f" {
  for_each      = local.functions
  function_name = each.key
  role          = "arn:aws:iam::1:role/r"
  memory_size   = each.value.memory # MB
  timeout       = var.timeout
}
`;

const cases: readonly Case[] = [
  {
    name: 'a literal',
    files: { 'main.tf': 'resource "aws_sqs_queue" "q" {\n  delay_seconds = 5 # slow\n}\n' },
    goals: [valueGoal(queue, ['delay_seconds'], 9)],
    diff: { 'main.tf': '-  delay_seconds = 5 # slow\n+  delay_seconds = 9 # slow' },
    site: 'literal',
  },
  {
    name: 'a variable with a default, used once',
    files: {
      'main.tf': 'resource "aws_sqs_queue" "q" {\n  delay_seconds = var.delay\n}\n',
      'variables.tf': 'variable "delay" {\n  type    = number\n  default = 5\n}\n',
    },
    goals: [valueGoal(queue, ['delay_seconds'], 9)],
    diff: { 'variables.tf': '-  default = 5\n+  default = 9' },
    site: 'variable default',
  },
  {
    name: 'a variable that a tfvars file sets',
    files: {
      'main.tf':
        'variable "delay" {\n  default = 5\n}\nresource "aws_sqs_queue" "q" {\n  delay_seconds = var.delay\n}\n',
      'terraform.tfvars': '# tuned by hand\ndelay = 7\n',
    },
    goals: [valueGoal(queue, ['delay_seconds'], 9)],
    diff: { 'terraform.tfvars': '-delay = 7\n+delay = 9' },
    site: 'tfvars',
  },
  {
    name: 'a shared variable when all of its users drifted',
    files: {
      'main.tf':
        'variable "delay" {\n  default = 5\n}\nresource "aws_sqs_queue" "q" {\n  delay_seconds = var.delay\n}\nresource "aws_sqs_queue" "p" {\n  delay_seconds = var.delay\n}\n',
    },
    goals: [
      valueGoal(queue, ['delay_seconds'], 9),
      valueGoal('aws_sqs_queue.p', ['delay_seconds'], 9),
    ],
    diff: { 'main.tf': '-  default = 5\n+  default = 9' },
    site: 'variable default',
  },
  {
    name: 'the use when one of two users of a shared variable drifted',
    files: {
      'main.tf':
        'variable "delay" {\n  default = 5\n}\nresource "aws_sqs_queue" "q" {\n  delay_seconds = var.delay\n}\nresource "aws_sqs_queue" "p" {\n  delay_seconds = var.delay\n}\n',
    },
    goals: [valueGoal(queue, ['delay_seconds'], 9)],
    diff: { 'main.tf': '+  delay_seconds = 9' },
    site: 'literal at the use',
  },
  {
    name: 'the entry of one for_each instance',
    files: {
      'main.tf': functions,
      'locals.tf':
        'variable "timeout" {\n  default = 3\n}\nlocals {\n  functions = {\n    api = { memory = 256 } # public\n    job = { memory = 512 }\n  }\n}\n',
    },
    goals: [valueGoal('aws_lambda_function.f["api"]', ['memory_size'], 1024)],
    diff: {
      'locals.tf': '-    api = { memory = 256 } # public\n+    api = { memory = 1024 } # public',
    },
    site: 'local',
  },
  {
    name: 'an override for one for_each instance of a shared variable',
    files: {
      'main.tf': functions,
      'locals.tf':
        'variable "timeout" {\n  default = 3\n}\nlocals {\n  functions = {\n    api = { memory = 256 }\n    job = { memory = 512 }\n  }\n}\n',
    },
    goals: [valueGoal('aws_lambda_function.f["api"]', ['timeout'], 30)],
    diff: {
      'locals.tf': '-    api = { memory = 256 }\n+    api = { memory = 256, timeout = 30 }',
      'main.tf':
        '-  timeout       = var.timeout\n+  timeout       = lookup(each.value, "timeout", var.timeout)',
    },
    site: 'local',
  },
  {
    name: 'the same for another instance, which looks there already',
    files: {
      'main.tf': functions.replace('= var.timeout', '= lookup(each.value, "timeout", var.timeout)'),
      'locals.tf':
        'variable "timeout" {\n  default = 3\n}\nlocals {\n  functions = {\n    api = { memory = 256, timeout = 30 }\n    job = { memory = 512 }\n  }\n}\n',
    },
    goals: [valueGoal('aws_lambda_function.f["job"]', ['timeout'], 60)],
    diff: {
      'locals.tf': '-    job = { memory = 512 }\n+    job = { memory = 512, timeout = 60 }',
    },
    site: 'local',
  },
  {
    name: 'an attribute more in the type that entries have',
    files: {
      'main.tf': functions,
      'locals.tf':
        'variable "timeout" {\n  default = 3\n}\nvariable "functions" {\n  type = map(object({ memory = number }))\n  default = {\n    api = { memory = 256 }\n    job = { memory = 512 }\n  }\n}\nlocals {\n  functions = var.functions\n}\n',
    },
    goals: [valueGoal('aws_lambda_function.f["api"]', ['timeout'], 30)],
    diff: {
      'locals.tf':
        '-  type = map(object({ memory = number }))\n-    api = { memory = 256 }\n+  type = map(object({ memory = number, timeout = optional(number) }))\n+    api = { memory = 256, timeout = 30 }',
      'main.tf':
        '-  timeout       = var.timeout\n+  timeout       = coalesce(each.value.timeout, var.timeout)',
    },
    site: 'variable default',
  },
  {
    name: 'the same where a variable file has the entries',
    files: {
      'main.tf': functions.replace('local.functions', 'var.functions').replace('var.timeout', '3'),
      'variables.tf':
        'variable "functions" {\n  type = map(object({\n    memory = number\n  }))\n}\n',
      'terraform.tfvars':
        'functions = {\n  api = {\n    memory = 256\n  }\n  job = {\n    memory = 512\n  }\n}\n',
    },
    goals: [valueGoal('aws_lambda_function.f["api"]', ['timeout'], 30)],
    diff: {
      'variables.tf':
        '-    memory = number\n+    memory  = number\n+    timeout = optional(number)',
      'terraform.tfvars': '-    memory = 256\n+    memory  = 256\n+    timeout = 30',
      'main.tf': '-  timeout       = 3\n+  timeout       = coalesce(each.value.timeout, 3)',
    },
    site: 'tfvars',
  },
  {
    name: 'an override where another entry has an attribute of that name for something else',
    files: {
      'main.tf': functions,
      'locals.tf':
        'variable "timeout" {\n  default = 3\n}\nlocals {\n  functions = {\n    api = { memory = 256 }\n    job = { memory = 512, timeout = 99 }\n  }\n}\n',
    },
    goals: [valueGoal('aws_lambda_function.f["api"]', ['timeout'], 30)],
    diff: {
      'main.tf':
        '-  timeout       = var.timeout\n+  timeout       = each.key == "api" ? 30 : var.timeout',
    },
    site: 'instance override',
  },
  {
    name: 'the shared variable when every for_each instance drifted',
    files: {
      'main.tf': functions,
      'locals.tf':
        'variable "timeout" {\n  default = 3\n}\nlocals {\n  functions = {\n    api = { memory = 256 }\n    job = { memory = 512 }\n  }\n}\n',
    },
    goals: [
      valueGoal('aws_lambda_function.f["api"]', ['timeout'], 30),
      valueGoal('aws_lambda_function.f["job"]', ['timeout'], 30),
    ],
    diff: { 'locals.tf': '-  default = 3\n+  default = 30' },
    site: 'variable default',
  },
  {
    name: 'an override for one count index of a literal',
    files: {
      'main.tf': 'resource "aws_sqs_queue" "q" {\n  count         = 2\n  delay_seconds = 5\n}\n',
    },
    goals: [valueGoal('aws_sqs_queue.q[1]', ['delay_seconds'], 9)],
    diff: { 'main.tf': '-  delay_seconds = 5\n+  delay_seconds = count.index == 1 ? 9 : 5' },
    site: 'instance override',
  },
  {
    name: 'an optional attribute missing in the entry',
    files: {
      'main.tf':
        'variable "qs" {\n  type = map(object({ delay = optional(number, 5), name = string }))\n}\nresource "aws_sqs_queue" "q" {\n  for_each      = var.qs\n  name          = each.value.name\n  delay_seconds = each.value.delay\n}\n',
      'a.auto.tfvars': 'qs = {\n  one = { name = "one" }\n  two = { name = "two" }\n}\n',
    },
    goals: [valueGoal('aws_sqs_queue.q["two"]', ['delay_seconds'], 9)],
    diff: { 'a.auto.tfvars': '-  two = { name = "two" }\n+  two = { name = "two", delay = 9 }' },
    site: 'tfvars',
  },
  {
    name: 'two values side by side, one of them new',
    files: {
      'main.tf':
        'variable "qs" {\n  type = map(object({ delay = number, size = optional(number) }))\n}\nresource "aws_sqs_queue" "q" {\n  for_each         = var.qs\n  delay_seconds    = each.value.delay\n  max_message_size = each.value.size\n}\n',
      'a.auto.tfvars': 'qs = {\n  one = { delay = 1 }\n}\n',
    },
    goals: [
      valueGoal('aws_sqs_queue.q["one"]', ['max_message_size'], 2048),
      valueGoal('aws_sqs_queue.q["one"]', ['delay_seconds'], 9),
    ],
    diff: { 'a.auto.tfvars': '-  one = { delay = 1 }\n+  one = { delay = 9, size = 2048 }' },
    site: 'tfvars',
  },
  {
    name: 'the text of a template, keeping its reference',
    files: {
      'main.tf':
        'locals {\n  prefix = "shop"\n}\nresource "aws_sqs_queue" "q" {\n  name = "${local.prefix}-orders"\n}\nresource "aws_sqs_queue" "p" {\n  name = local.prefix\n}\n',
    },
    goals: [valueGoal(queue, ['name'], 'shop-jobs')],
    diff: { 'main.tf': '-  name = "${local.prefix}-orders"\n+  name = "${local.prefix}-jobs"' },
    site: 'literal',
  },
  {
    name: 'an argument of a module call',
    files: {
      'main.tf':
        'module "a" {\n  source = "./m"\n  delay  = 5\n}\nmodule "b" {\n  source = "./m"\n  delay  = 5\n}\n',
      'm/main.tf':
        'variable "delay" {}\nresource "aws_sqs_queue" "q" {\n  delay_seconds = var.delay\n}\n',
    },
    goals: [valueGoal('module.b.aws_sqs_queue.q', ['delay_seconds'], 9)],
    diff: { 'main.tf': '+  delay  = 9' },
    site: 'module argument',
  },
  {
    name: 'a new argument of the one call that drifted, not the default of all',
    files: {
      'main.tf': 'module "a" {\n  source = "./m"\n}\nmodule "b" {\n  source = "./m"\n}\n',
      'm/main.tf':
        'variable "delay" {\n  default = 5\n}\nresource "aws_sqs_queue" "q" {\n  delay_seconds = var.delay\n}\n',
    },
    goals: [valueGoal('module.b.aws_sqs_queue.q', ['delay_seconds'], 9)],
    diff: { 'main.tf': '+  delay = 9' },
    site: 'module argument',
  },
  {
    name: 'a tag in the literal operand of merge',
    files: {
      'main.tf':
        'locals {\n  tags = { Team = "shop" }\n}\nresource "aws_sqs_queue" "q" {\n  tags = merge(local.tags, { Name = "q" })\n}\nresource "aws_sqs_queue" "p" {\n  tags = local.tags\n}\n',
    },
    goals: [valueGoal(queue, ['tags', 'Owner'], 'ann')],
    diff: {
      'main.tf':
        '-  tags = merge(local.tags, { Name = "q" })\n+  tags = merge(local.tags, { Name = "q", Owner = "ann" })',
    },
    site: 'map entry',
  },
  {
    name: 'an override of a shared tag in the literal operand of merge',
    files: {
      'main.tf':
        'locals {\n  tags = { Team = "shop" }\n}\nresource "aws_sqs_queue" "q" {\n  tags = merge(local.tags, { Name = "q" })\n}\nresource "aws_sqs_queue" "p" {\n  tags = local.tags\n}\n',
    },
    goals: [valueGoal(queue, ['tags', 'Team'], 'pay')],
    diff: {
      'main.tf':
        '-  tags = merge(local.tags, { Name = "q" })\n+  tags = merge(local.tags, { Name = "q", Team = "pay" })',
    },
    site: 'instance override',
  },
  {
    name: 'a tag where all tags are shared',
    files: {
      'main.tf':
        'locals {\n  tags = { Team = "shop" }\n}\nresource "aws_sqs_queue" "q" {\n  tags = local.tags\n}\nresource "aws_sqs_queue" "p" {\n  tags = local.tags\n}\n',
    },
    goals: [valueGoal(queue, ['tags', 'Owner'], 'ann')],
    diff: { 'main.tf': '+  tags = merge(local.tags, { Owner = "ann" })' },
    site: 'instance override',
  },
  {
    name: 'the entry behind a negation that several attributes share',
    files: {
      'main.tf':
        'locals {\n  buckets = {\n    a = { public = true }\n    b = { public = false }\n  }\n}\nresource "aws_s3_bucket_public_access_block" "p" {\n  for_each            = local.buckets\n  bucket              = each.key\n  block_public_acls   = !each.value.public\n  block_public_policy = !each.value.public\n}\n',
    },
    goals: [
      valueGoal('aws_s3_bucket_public_access_block.p["a"]', ['block_public_acls'], true),
      valueGoal('aws_s3_bucket_public_access_block.p["a"]', ['block_public_policy'], true),
    ],
    diff: { 'main.tf': '-    a = { public = true }\n+    a = { public = false }' },
    site: 'local',
  },
  {
    name: 'a tag that went away',
    files: {
      'main.tf':
        'resource "aws_sqs_queue" "q" {\n  tags = {\n    Name = "q"\n    Team = "shop" # moved\n  }\n}\n',
    },
    goals: [valueGoal(queue, ['tags', 'Team'], null)],
    diff: { 'main.tf': '-    Team = "shop" # moved' },
    site: 'map entry',
  },
  {
    name: 'tags on a resource that had none',
    files: { 'main.tf': 'resource "aws_sqs_queue" "q" {\n  name = "q"\n}\n' },
    goals: [valueGoal(queue, ['tags', 'Team'], 'shop')],
    diff: { 'main.tf': '+  tags = {\n+    Team = "shop"\n+  }' },
    site: 'new attribute',
  },
  {
    name: 'an attribute that was not there, for one instance',
    files: {
      'main.tf':
        'resource "aws_sqs_queue" "q" {\n  for_each = toset(["a", "b"])\n  name = each.key\n}\n',
    },
    goals: [valueGoal('aws_sqs_queue.q["a"]', ['delay_seconds'], 9)],
    diff: { 'main.tf': '+  delay_seconds = each.key == "a" ? 9 : null' },
    site: 'instance override',
  },
  {
    name: 'a nested block that was not there',
    files: {
      'main.tf':
        'resource "aws_lambda_function" "f" {\n  function_name = "f"\n  role          = "arn:aws:iam::1:role/r"\n}\n',
    },
    goals: [valueGoal('aws_lambda_function.f', ['tracing_config', 0, 'mode'], 'Active')],
    diff: { 'main.tf': '+  tracing_config {\n+    mode = "Active"\n+  }' },
    site: 'new block',
  },
  {
    name: 'an argument that a block did not have, for one instance',
    files: {
      'main.tf':
        'resource "aws_lb_target_group" "g" {\n  for_each = toset(["a", "b"])\n  health_check {\n    path = "/"\n  }\n}\n',
    },
    goals: [valueGoal('aws_lb_target_group.g["b"]', ['health_check', 0, 'interval'], 20)],
    diff: {
      'main.tf':
        '-    path = "/"\n+    path     = "/"\n+    interval = each.key == "b" ? 20 : null',
    },
    site: 'instance override',
  },
  {
    name: 'a nested block that was not there, for one instance',
    files: {
      'main.tf': 'resource "aws_instance" "i" {\n  count = 2\n  ami   = "ami-1"\n}\n',
    },
    goals: [valueGoal('aws_instance.i[1]', ['metadata_options', 0, 'http_tokens'], 'required')],
    diff: {
      'main.tf':
        '+  dynamic "metadata_options" {\n+    for_each = count.index == 1 ? [1] : []\n+    content {\n+      http_tokens = "required"\n+    }\n+  }',
    },
    site: 'instance override',
  },
  {
    name: 'a nested block that was not there, in the list in which states hold it',
    files: {
      'main.tf':
        'resource "aws_lb_listener" "l" {\n  default_action {\n    type = "fixed-response"\n  }\n}\n',
    },
    goals: [
      valueGoal(
        'aws_lb_listener.l',
        ['default_action', 0, 'fixed_response'],
        [{ content_type: 'text/plain', status_code: '503' }],
      ),
    ],
    diff: {
      'main.tf':
        '+    fixed_response {\n+      content_type = "text/plain"\n+      status_code  = "503"\n+    }',
    },
    site: 'new block',
  },
  {
    name: 'an element of a document in jsonencode',
    files: {
      'main.tf':
        'resource "aws_iam_role_policy" "p" {\n  role   = "r"\n  policy = jsonencode({\n    Version   = "2012-10-17"\n    Statement = [{\n      Effect   = "Allow"\n      Action   = ["s3:GetObject"] # read\n      Resource = "*"\n    }]\n  })\n}\n',
    },
    goals: [
      valueGoal(
        'aws_iam_role_policy.p',
        ['policy'],
        '{"Version":"2012-10-17","Statement":[{"Effect":"Allow","Action":["s3:GetObject","s3:PutObject"],"Resource":"*"}]}',
      ),
    ],
    diff: {
      'main.tf':
        '-      Action   = ["s3:GetObject"] # read\n+      Action   = ["s3:GetObject", "s3:PutObject"] # read',
    },
    site: 'map entry',
  },
];

describe('a wanted value is written where it came from', () => {
  it.each(cases)('$name', ({ files, goals, diff, site }) => {
    const { changed, synthesis } = patched(files, goals);

    expect(synthesis.refused.map(({ refusal }) => refusal)).toEqual([]);
    const seen = Object.entries(changed).map(([path, text]) => [
      path,
      lineDiff(files[path] ?? '', text),
    ]);
    expect(Object.fromEntries(seen)).toEqual(diff);
    expect(synthesis.verification).toEqual({ level: 'evaluate', passed: true, notes: [] });
    expect(synthesis.sites[0]).toContain(`(${site}:`);
  });
});
