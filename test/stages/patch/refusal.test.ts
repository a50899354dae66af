import { describe, expect, it } from 'vitest';
import type { LoadOptions } from '../../../src/code/terraform/config/configuration.ts';
import type { Refusal } from '../../../src/model/patch.ts';
import type { Goal } from '../../../src/stages/patch/types.ts';
import { elementGoal, lineDiff, patched, valueGoal } from './harness.ts';

const use = 'resource "aws_sqs_queue" "q" {\n  delay_seconds = var.delay\n}\n';
const variable = 'variable "delay" {\n  type    = number\n  default = 5\n}\n';
const manifest = JSON.stringify({
  Modules: [
    { Key: '', Source: '', Dir: '.' },
    { Key: 'm', Source: 'registry.terraform.io/a/b/aws', Dir: '.terraform/modules/m' },
  ],
});
const delay = (value: number) => valueGoal('aws_sqs_queue.q', ['delay_seconds'], value);

const policyOf = 'resource "aws_iam_role_policy" "p" {\n';
const reading = (...actions: readonly string[]) =>
  valueGoal(
    'aws_iam_role_policy.p',
    ['policy'],
    JSON.stringify({ Statement: [{ Sid: 'Read', Action: actions }] }),
  );

interface Case {
  readonly name: string;
  readonly files: Readonly<Record<string, string>>;
  readonly options?: LoadOptions;
  readonly goal: Goal;
  readonly refusal: Refusal;
}

const cases: readonly Case[] = [
  {
    name: 'a value from the environment',
    files: { 'main.tf': variable + use },
    options: { env: { TF_VAR_delay: '7' } },
    goal: delay(9),
    refusal: {
      code: 'value-from-environment',
      reason: 'var.delay gets its value from TF_VAR_delay, which no file sets.',
      suggestion:
        'Write `delay = 9` in terraform.tfvars:1. That overrides the environment; or change TF_VAR_delay where Terraform runs.',
      nearest: { file: 'terraform.tfvars', line: 1 },
      write: 'delay = 9',
    },
  },
  {
    name: 'an entry of an object from the environment',
    files: {
      'main.tf':
        'variable "q" {\n  type = object({ delay = number, size = number })\n}\nresource "aws_sqs_queue" "q" {\n  delay_seconds = var.q.delay\n}\n',
      'terraform.tfvars': 'other = 1\n',
    },
    options: { env: { TF_VAR_q: '{ delay = 7, size = 1 }' } },
    goal: delay(9),
    refusal: {
      code: 'value-from-environment',
      reason: 'var.q gets its value from TF_VAR_q, which no file sets.',
      suggestion:
        'Write `q = { delay = 9, size = 1 }` in terraform.tfvars:2. That overrides the environment; or change TF_VAR_q where Terraform runs.',
      nearest: { file: 'terraform.tfvars', line: 2 },
      write: 'q = { delay = 9, size = 1 }',
    },
  },
  {
    name: 'a default in JSON',
    files: {
      'main.tf': use,
      'variables.tf.json':
        '{\n  "variable": {\n    "delay": {\n      "default": 5\n    }\n  }\n}\n',
    },
    goal: delay(9),
    refusal: {
      code: 'json-configuration',
      reason: 'variables.tf.json is JSON, which Parley reads but does not edit.',
      suggestion: 'Write `"default": 9` in variables.tf.json:4.',
      nearest: { file: 'variables.tf.json', line: 4 },
      write: '"default": 9',
    },
  },
  {
    name: 'a resource in JSON',
    files: {
      'main.tf.json':
        '{\n  "resource": {\n    "aws_sqs_queue": {\n      "q": {\n        "delay_seconds": 5\n      }\n    }\n  }\n}\n',
    },
    goal: delay(9),
    refusal: {
      code: 'json-configuration',
      reason: 'main.tf.json is JSON, which Parley reads but does not edit.',
      suggestion: 'Make `delay_seconds` of aws_sqs_queue.q say `9` by hand in main.tf.json:5.',
      nearest: { file: 'main.tf.json', line: 5 },
      write: '9',
    },
  },
  {
    name: 'a module from a registry that has no input for it',
    files: {
      'main.tf': 'module "m" {\n  source = "a/b/aws"\n}\n',
      '.terraform/modules/modules.json': manifest,
      '.terraform/modules/m/main.tf': 'resource "aws_sqs_queue" "q" {\n  delay_seconds = 5\n}\n',
    },
    goal: valueGoal('module.m.aws_sqs_queue.q', ['delay_seconds'], 9),
    refusal: {
      code: 'foreign-module',
      reason:
        'Module `m` (main.tf:1) comes from a registry or from Git; it has no input for delay_seconds.',
      suggestion:
        'It would have to say `delay_seconds = 9` in .terraform/modules/m/main.tf:2: change it at its source, or put the value back in the cloud.',
      nearest: { file: 'main.tf', line: 1 },
      write: 'delay_seconds = 9',
    },
  },
  {
    name: 'a module outside of the project',
    files: {
      'main.tf': 'module "m" {\n  source = "../common"\n}\n',
      '../common/main.tf': 'resource "aws_sqs_queue" "q" {\n  delay_seconds = 5\n}\n',
    },
    goal: valueGoal('module.m.aws_sqs_queue.q', ['delay_seconds'], 9),
    refusal: {
      code: 'outside-of-project',
      reason: '../common/main.tf lies outside of the project, where other projects may use it.',
      suggestion:
        'Write `delay_seconds = 9` in ../common/main.tf:2. Or pass the value in as an argument of the module.',
      nearest: { file: '../common/main.tf', line: 2 },
      write: 'delay_seconds = 9',
    },
  },
  {
    name: 'a module outside of the project that is called twice',
    files: {
      'main.tf':
        'module "m" {\n  source = "../common"\n}\n\nmodule "n" {\n  source = "../common"\n}\n',
      '../common/main.tf': 'resource "aws_sqs_queue" "q" {\n  delay_seconds = 5\n}\n',
    },
    goal: valueGoal('module.n.aws_sqs_queue.q', ['delay_seconds'], 9),
    refusal: {
      code: 'outside-of-project',
      reason:
        '../common/main.tf lies outside of the project, where other projects may use it. It would also change delay_seconds of module.m.aws_sqs_queue.q.',
      suggestion:
        'Give module `n` an input for `delay_seconds` of aws_sqs_queue.q that has the old value as its default, and set it to `9` in main.tf:5.',
      nearest: { file: 'main.tf', line: 5 },
      write: '9',
    },
  },
  {
    name: 'a module from a registry that is called twice',
    files: {
      'main.tf': 'module "m" {\n  source = "a/b/aws"\n}\n\nmodule "n" {\n  source = "a/b/aws"\n}\n',
      '.terraform/modules/modules.json': JSON.stringify({
        Modules: ['m', 'n'].map((Key) => ({
          Key,
          Source: 'registry.terraform.io/a/b/aws',
          Version: '1.0.0',
          Dir: '.terraform/modules/m',
        })),
      }),
      '.terraform/modules/m/main.tf': 'resource "aws_sqs_queue" "q" {\n  delay_seconds = 5\n}\n',
    },
    goal: valueGoal('module.n.aws_sqs_queue.q', ['delay_seconds'], 9),
    refusal: {
      code: 'foreign-module',
      reason:
        'Module `n` (main.tf:5) comes from a registry or from Git; it has no input for delay_seconds.',
      suggestion: 'Change it at its source, or put the value back in the cloud.',
      nearest: { file: 'main.tf', line: 5 },
    },
  },
  {
    name: 'a document in a template that computes what has to change',
    files: {
      'main.tf': `${policyOf}  policy = templatefile("policy.json", { action = "s3:GetObject" })\n}\n`,
      'policy.json': `{\n  "Statement": [\n    { "Sid": "Read", "Action": ["\${action}"] }\n  ]\n}\n`,
    },
    goal: reading('s3:ListBucket'),
    refusal: {
      code: 'document-elsewhere',
      reason:
        'The document is in policy.json, where the part to change is computed, or which is outside of the project.',
      suggestion:
        'Put `"s3:ListBucket"` in the place of `"s3:GetObject"` in `Action` of statement `Read` in policy.json:3.',
      nearest: { file: 'policy.json', line: 3 },
    },
  },
  {
    name: 'a document that a function makes of another',
    files: {
      'main.tf': `${policyOf}  policy = replace(file("policy.json"), "ACTION", "s3:GetObject")\n}\n`,
      'policy.json': `{ "Statement": [{ "Sid": "Read", "Action": ["ACTION"] }] }\n`,
    },
    goal: reading('s3:ListBucket'),
    refusal: {
      code: 'document-elsewhere',
      reason: 'The document is made by `replace`, whose parts Parley does not edit.',
      suggestion:
        'Put `"s3:ListBucket"` in the place of `"s3:GetObject"` in `Action` of statement `Read` in main.tf:2.',
      nearest: { file: 'main.tf', line: 2 },
    },
  },
  {
    name: 'an attribute that only the provider gives',
    files: { 'main.tf': use + variable },
    goal: valueGoal('aws_sqs_queue.gone', ['delay_seconds'], 9),
    refusal: {
      code: 'no-source',
      reason: 'The code does not declare aws_sqs_queue.gone where Parley could edit it.',
      suggestion: 'Make `delay_seconds` of aws_sqs_queue.gone say `9` by hand.',
      write: '9',
    },
  },
  {
    name: 'an input of a registry module that feeds more',
    files: {
      'main.tf': 'module "m" {\n  source = "a/b/aws"\n  delay  = 5\n}\n',
      '.terraform/modules/modules.json': manifest,
      '.terraform/modules/m/main.tf': `variable "delay" {}\n${use}resource "aws_sqs_queue" "p" {\n  delay_seconds = var.delay\n}\n`,
    },
    goal: valueGoal('module.m.aws_sqs_queue.q', ['delay_seconds'], 9),
    refusal: {
      code: 'foreign-module',
      reason:
        'Module `m` (main.tf:1) comes from a registry or from Git; no input of it gives delay_seconds alone: argument delay of module.m (main.tf:3): It would also change delay_seconds of module.m.aws_sqs_queue.p.',
      suggestion:
        'It would have to say `delay_seconds = 9` in .terraform/modules/m/main.tf:3: change it at its source, or put the value back in the cloud.',
      nearest: { file: 'main.tf', line: 1 },
      write: 'delay_seconds = 9',
    },
  },
  {
    name: 'an entry deep in a map that others share',
    files: {
      'main.tf':
        'variable "tags" {\n  default = { a = "b" }\n}\nresource "aws_sqs_queue" "q" {\n  redrive_allow_policy = data.aws_x.y.json\n}\ndata "aws_x" "y" {}\n',
    },
    goal: elementGoal('aws_sqs_queue.q', ['redrive_allow_policy'], 'add', 'x'),
    refusal: {
      code: 'no-exact-edit',
      reason:
        'No edit does exactly this. redrive_allow_policy of aws_sqs_queue.q (main.tf:5): The value would still be wrong.',
      suggestion: 'Add `"x"` to `redrive_allow_policy` of aws_sqs_queue.q by hand in main.tf:5.',
      nearest: { file: 'main.tf', line: 5 },
      write: '"x"',
    },
  },
];

describe('a refusal says what to change by hand', () => {
  it.each(cases)('$name', ({ files, goal, refusal, options = {} }) => {
    const { synthesis, changed } = patched(files, [goal], {}, options);

    expect(changed).toEqual({});
    expect(synthesis.refused.map((each) => each.refusal)).toEqual([refusal]);
  });

  it('refuses the companions of a member that cannot be written', () => {
    const { synthesis } = patched(
      {
        'main.tf':
          'resource "aws_sqs_queue" "q" {\n  redrive_allow_policy = data.aws_x.y.json\n}\ndata "aws_x" "y" {}\n',
      },
      [
        elementGoal('aws_sqs_queue.q', ['redrive_allow_policy'], 'add', 'x'),
        elementGoal('aws_sqs_queue.q', ['redrive_allow_policy'], 'remove', 'y'),
      ],
    );

    expect(synthesis.refused.map(({ refusal }) => [refusal.code, refusal.nearest])).toEqual([
      ['no-exact-edit', { file: 'main.tf', line: 2 }],
      ['companion-refused', { file: 'main.tf', line: 2 }],
    ]);
  });

  it('writes no part of a drift of which another part cannot be written', () => {
    const files = {
      'main.tf':
        'resource "aws_sqs_queue" "q" {\n  delay_seconds        = 5\n  redrive_allow_policy = data.aws_x.y.json\n}\nresource "aws_sqs_queue" "r" {\n  delay_seconds = 5\n}\ndata "aws_x" "y" {}\n',
    };
    const drift = 'd-parts';
    const parts = [
      { ...valueGoal('aws_sqs_queue.q', ['delay_seconds'], 9), drift },
      { ...elementGoal('aws_sqs_queue.q', ['redrive_allow_policy'], 'add', 'x'), drift },
    ];
    const other = valueGoal('aws_sqs_queue.r', ['delay_seconds'], 9);
    const { synthesis, changed } = patched(files, [...parts, other]);

    expect(synthesis.refused.map(({ goal }) => goal.drift)).toEqual([drift, drift]);
    expect(synthesis.reached).toEqual([other]);
    expect(lineDiff(files['main.tf'], changed['main.tf'] ?? '')).toBe(
      '-  delay_seconds = 5\n+  delay_seconds = 9',
    );
  });

  it('names the line of a new resource that a repeated module would get several times', () => {
    const { synthesis } = patched(
      {
        'main.tf': 'module "m" {\n  source   = "./m"\n  for_each = toset(["a", "b"])\n}\n',
        'm/main.tf': 'resource "aws_sns_topic" "t" {\n  name = "t"\n}\n',
      },
      [
        {
          kind: 'create',
          drift: 'd-1',
          address: 'module.m["a"].aws_sns_topic_subscription.s',
          type: 'aws_sns_topic_subscription',
          creation: {
            importId: 'arn:aws:sns:us-east-1:123456789012:t:1',
            attributes: { protocol: 'sqs' },
            parent: 'module.m["a"].aws_sns_topic.t',
          },
        },
      ],
    );

    expect(synthesis.refused.map(({ refusal }) => refusal)).toEqual([
      expect.objectContaining({
        code: 'module-has-instances',
        suggestion: expect.stringContaining('by hand'),
      }),
    ]);
  });

  it('never shows a secret', () => {
    const { synthesis } = patched(
      {
        'main.tf':
          'variable "password" {\n  type      = string\n  sensitive = true\n}\nresource "aws_ssm_parameter" "p" {\n  type  = "SecureString"\n  value = var.password\n}\n',
      },
      [valueGoal('aws_ssm_parameter.p', ['value'], 'hunter22')],
      {},
      { env: { TF_VAR_password: 'hunter21' } },
    );

    expect(synthesis.refused.map(({ refusal }) => refusal.code)).toEqual([
      'value-from-environment',
    ]);
    expect(
      JSON.stringify(synthesis.refused.map(({ refusal, candidates }) => ({ refusal, candidates }))),
    ).not.toMatch(/hunter/);
  });

  it('refuses everything that one environment variable supplies', () => {
    const other = 'resource "aws_sqs_queue" "p" {\n  delay_seconds = var.delay\n}\n';
    const { changed, synthesis } = patched(
      { 'main.tf': variable + use + other },
      [delay(9), valueGoal('aws_sqs_queue.p', ['delay_seconds'], 9)],
      {},
      { env: { TF_VAR_delay: '7' } },
    );

    expect(changed).toEqual({});
    expect(synthesis.refused.map(({ refusal }) => refusal.code)).toEqual([
      'value-from-environment',
      'value-from-environment',
    ]);
  });

  it('uses an override if the environment feeds others, too', () => {
    const other = 'resource "aws_sqs_queue" "p" {\n  delay_seconds = var.delay\n}\n';
    const { changed } = patched(
      { 'main.tf': variable + use + other },
      [delay(9)],
      {},
      {
        env: { TF_VAR_delay: '7' },
      },
    );

    expect(changed['main.tf']).toContain('resource "aws_sqs_queue" "q" {\n  delay_seconds = 9\n}');
  });
});
