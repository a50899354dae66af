import { describe, expect, it } from 'vitest';
import type { Json } from '../../../src/model/json.ts';
import { lineDiff, patched, valueGoal } from './harness.ts';

const provider = (tags: string, alias = ''): string =>
  `provider "aws" {\n${alias === '' ? '' : `  alias = "${alias}"\n`}  default_tags {\n    tags = ${tags}\n  }\n}\n`;
const queue = (name: string, body = ''): string =>
  `resource "aws_sqs_queue" "${name}" {\n  name = "${name}"\n${body}}\n`;
/** A resource type without tags, which default tags cannot reach. */
const untagged =
  'resource "aws_sqs_queue_policy" "p" {\n  queue_url = "q"\n  policy    = "{}"\n}\n';

const root = `${provider('{ Owner = "ops", Env = "prod" }')}${queue('a')}${queue('b', '  tags = { Env = "stage" }\n')}${untagged}`;

interface Case {
  readonly name: string;
  readonly files: Readonly<Record<string, string>>;
  readonly want: Readonly<Record<string, readonly [string, Json]>>;
  readonly diff: Readonly<Record<string, string>>;
}

const cases: readonly Case[] = [
  {
    name: 'all resources of a provider: its default tag',
    files: { 'main.tf': root },
    want: { 'aws_sqs_queue.a': ['Owner', 'web'], 'aws_sqs_queue.b': ['Owner', 'web'] },
    diff: {
      'main.tf':
        '-    tags = { Owner = "ops", Env = "prod" }\n+    tags = { Owner = "web", Env = "prod" }',
    },
  },
  {
    name: 'one of them: a tag of its own',
    files: { 'main.tf': root },
    want: { 'aws_sqs_queue.a': ['Owner', 'web'] },
    diff: { 'main.tf': '+  tags = {\n+    Owner = "web"' },
  },
  {
    name: 'one of them that has tags: a tag beside them',
    files: { 'main.tf': root },
    want: { 'aws_sqs_queue.b': ['Owner', 'web'] },
    diff: {
      'main.tf': '-  tags = { Env = "stage" }\n+  tags = { Env = "stage", Owner = "web" }',
    },
  },
  {
    name: 'those that do not override it: the default tag',
    files: { 'main.tf': root },
    want: { 'aws_sqs_queue.a': ['Env', 'live'] },
    diff: {
      'main.tf':
        '-    tags = { Owner = "ops", Env = "prod" }\n+    tags = { Owner = "ops", Env = "live" }',
    },
  },
  {
    name: 'gone from all: the default tag goes',
    files: { 'main.tf': root },
    want: { 'aws_sqs_queue.a': ['Owner', null], 'aws_sqs_queue.b': ['Owner', null] },
    diff: {
      'main.tf': '-    tags = { Owner = "ops", Env = "prod" }\n+    tags = { Env = "prod" }',
    },
  },
  {
    name: 'an alias that a module is given: the variable behind its tags',
    files: {
      'main.tf': `${root}${provider('merge(local.base, { Region = var.region })', 'west')}locals {\n  base = { Owner = "west" }\n}\nmodule "m" {\n  source = "./m"\n  providers = {\n    aws = aws.west\n  }\n}\n`,
      'variables.tf': 'variable "region" {\n  default = "w2"\n}\n',
      'm/main.tf': `${queue('x')}${queue('y')}`,
    },
    want: {
      'module.m.aws_sqs_queue.x': ['Region', 'w3'],
      'module.m.aws_sqs_queue.y': ['Region', 'w3'],
    },
    diff: { 'variables.tf': '-  default = "w2"\n+  default = "w3"' },
  },
  {
    name: 'a module called twice that inherits it: an argument of one call',
    files: {
      'main.tf': `${root}module "m" {\n  source = "./m"\n}\nmodule "n" {\n  source = "./m"\n}\n`,
      'm/main.tf': `variable "tags" {\n  default = {}\n}\n${queue('x', '  tags = var.tags\n')}`,
    },
    want: { 'module.m.aws_sqs_queue.x': ['Owner', 'web'] },
    diff: { 'main.tf': '+  tags = {\n+    Owner = "web"' },
  },
];

describe('tags that a provider adds', () => {
  it.each(cases)('$name', ({ files, want, diff }) => {
    const goals = Object.entries(want).map(([address, [key, value]]) =>
      valueGoal(address, ['tags', key], value),
    );

    const { changed, synthesis } = patched(files, goals);

    expect(synthesis.refused).toEqual([]);
    const seen = Object.entries(changed).map(([path, text]) => [
      path,
      lineDiff(files[path] ?? '', text),
    ]);
    expect(Object.fromEntries(seen)).toEqual(diff);
    expect(synthesis.verification.passed).toBe(true);
  });

  it('cannot be taken from one resource', () => {
    const { changed, synthesis } = patched({ 'main.tf': root }, [
      valueGoal('aws_sqs_queue.a', ['tags', 'Owner'], null),
    ]);

    expect(changed).toEqual({});
    expect(synthesis.refused.map(({ refusal }) => refusal)).toEqual([
      {
        code: 'default-tag',
        reason: expect.stringContaining('"Owner" of aws_sqs_queue.a comes from default_tags'),
        suggestion: expect.stringContaining('default_tags'),
        nearest: { file: 'main.tf', line: 3 },
      },
    ]);
  });

  it('count in what a local that feeds them would change', () => {
    const files = {
      'main.tf': `${provider('local.tags')}locals {\n  tags = { Env = "prod" }\n}\n${queue('a')}resource "aws_ssm_parameter" "env" {\n  name  = "env"\n  type  = "String"\n  value = local.tags.Env\n}\n`,
    };

    const { changed } = patched(files, [valueGoal('aws_ssm_parameter.env', ['value'], 'live')]);

    expect(lineDiff(files['main.tf'], changed['main.tf'] ?? '')).toBe(
      '-  value = local.tags.Env\n+  value = "live"',
    );
  });
});
