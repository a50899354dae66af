import { describe, expect, it } from 'vitest';
import type { Goal } from '../../../src/stages/patch/types.ts';
import { elementGoal, lineDiff, patched, valueGoal } from './harness.ts';

const queue = (...lines: readonly string[]): string =>
  `resource "aws_sqs_queue" "q" {\n${lines.map((line) => `  ${line}\n`).join('')}}\n`;
const delay = (value: number) => valueGoal('aws_sqs_queue.q', ['delay_seconds'], value);

interface Case {
  readonly name: string;
  readonly files: Readonly<Record<string, string>>;
  readonly goal: Goal;
  /** Expected changes by file. */
  readonly changes: Readonly<Record<string, string>>;
}

const group = 'resource "aws_security_group" "g" {\n';
const rule = (port: number) =>
  `  ingress {\n    from_port   = ${port}\n    to_port     = ${port}\n    protocol    = "tcp"\n    cidr_blocks = ["10.0.0.0/8"]\n  }\n`;

const cases: readonly Case[] = [
  {
    name: 'an argument that an override file sets',
    files: {
      'main.tf': queue('delay_seconds = 1'),
      'main_override.tf': queue('delay_seconds = 2'),
    },
    goal: delay(9),
    changes: { 'main_override.tf': '-  delay_seconds = 2\n+  delay_seconds = 9' },
  },
  {
    name: 'an argument that the last of two override files sets',
    files: {
      'main.tf': queue('delay_seconds = 1'),
      'a_override.tf': queue('delay_seconds = 2'),
      'override.tf': queue('delay_seconds = 3'),
    },
    goal: delay(9),
    changes: { 'override.tf': '-  delay_seconds = 3\n+  delay_seconds = 9' },
  },
  {
    name: 'an argument that the override file leaves alone',
    files: {
      'main.tf': queue('delay_seconds = 1'),
      'override.tf': queue('max_message_size = 2048'),
    },
    goal: delay(9),
    changes: { 'main.tf': '-  delay_seconds = 1\n+  delay_seconds = 9' },
  },
  {
    name: 'an argument that neither sets',
    files: { 'main.tf': queue('name = "q"'), 'override.tf': queue('max_message_size = 2048') },
    goal: delay(9),
    changes: { 'main.tf': '-  name = "q"\n+  name          = "q"\n+  delay_seconds = 9' },
  },
  {
    name: 'a tag where the override file sets all tags',
    files: {
      'main.tf': queue('tags = { A = "1" }'),
      'override.tf': queue('tags = { A = "2" }'),
    },
    goal: valueGoal('aws_sqs_queue.q', ['tags', 'B'], 'x'),
    changes: { 'override.tf': '-  tags = { A = "2" }\n+  tags = { A = "2", B = "x" }' },
  },
  {
    name: 'a variable whose default an override file sets',
    files: {
      'main.tf': `${queue('delay_seconds = var.d')}variable "d" {\n  default = 1\n}\n`,
      'override.tf': 'variable "d" {\n  default = 2\n}\n',
    },
    goal: delay(9),
    changes: { 'override.tf': '-  default = 2\n+  default = 9' },
  },
  {
    name: 'a local that an override file sets',
    files: {
      'main.tf': `${queue('delay_seconds = local.d')}locals {\n  d = 1\n}\n`,
      'override.tf': 'locals {\n  d = 2\n}\n',
    },
    goal: delay(9),
    changes: { 'override.tf': '-  d = 2\n+  d = 9' },
  },
  {
    name: 'blocks where an override file has the ones that count',
    files: { 'main.tf': `${group}${rule(22)}}\n`, 'override.tf': `${group}${rule(80)}}\n` },
    goal: elementGoal('aws_security_group.g', ['ingress'], 'add', {
      from_port: 443,
      to_port: 443,
      protocol: 'tcp',
      cidr_blocks: ['10.0.0.0/8'],
    }),
    changes: {
      'override.tf': '+    from_port   = 443\n+    to_port     = 443',
    },
  },
  {
    name: 'a .tofu file, which stands in for the .tf file of its name',
    files: { 'main.tf': queue('delay_seconds = 1'), 'main.tofu': queue('delay_seconds = 2') },
    goal: delay(9),
    changes: { 'main.tofu': '-  delay_seconds = 2\n+  delay_seconds = 9' },
  },
  {
    name: 'a project that has a lock file',
    files: {
      'main.tf': queue('delay_seconds = 1'),
      '.terraform.lock.hcl':
        'provider "registry.terraform.io/hashicorp/aws" {\n  version = "6.0.0"\n}\n',
    },
    goal: delay(9),
    changes: { 'main.tf': '-  delay_seconds = 1\n+  delay_seconds = 9' },
  },
];

describe('a patch edits the file that counts', () => {
  it.each(cases)('$name', ({ files, goal, changes }) => {
    const { changed, synthesis } = patched(files, [goal]);
    const diffs = Object.entries(changed).map(([path, text]) => [
      path,
      lineDiff(files[path] ?? '', text),
    ]);

    expect(synthesis.refused).toEqual([]);
    expect(Object.fromEntries(diffs)).toEqual(changes);
  });
});

describe('a file that is not edited is named, with the line and what to write', () => {
  it.each([
    ['main.tf.json', 'main.tf.json'],
    ['main.tofu.json', 'main.tofu.json'],
  ])('%s', (path) => {
    const json = {
      resource: { aws_sqs_queue: { q: { name: 'q', delay_seconds: 1 } } },
    };
    const { changed, synthesis } = patched({ [path]: JSON.stringify(json, null, 2) }, [delay(9)]);

    expect(changed).toEqual({});
    expect(JSON.stringify(synthesis.refused)).toContain(`"nearest":{"file":"${path}","line":6}`);
    expect(JSON.stringify(synthesis.refused)).toMatch(/`"?delay_seconds"?(?:: 9`|` of)/);
  });

  it('an override in JSON, whose value counts', () => {
    const { changed, synthesis } = patched(
      {
        'main.tf': queue('delay_seconds = 1'),
        'override.tf.json': '{"resource": {"aws_sqs_queue": {"q": {"delay_seconds": 2}}}}\n',
      },
      [delay(9)],
    );

    expect(changed).toEqual({});
    expect(JSON.stringify(synthesis.refused)).toContain('"file":"override.tf.json","line":1');
  });
});
