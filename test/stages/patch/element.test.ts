import { describe, expect, it } from 'vitest';
import type { Goal } from '../../../src/stages/patch/types.ts';
import { elementGoal, lineDiff, patched } from './harness.ts';

interface Case {
  readonly name: string;
  readonly files: Readonly<Record<string, string>>;
  readonly goals: readonly Goal[];
  readonly diff: Readonly<Record<string, string>>;
}

const group = 'aws_security_group.web';
const head = 'resource "aws_security_group" "web" {\n  name = "web"\n';
const https = `
  # public
  ingress {
    description = "https"
    from_port   = 443
    to_port     = 443
    protocol    = "tcp"
    cidr_blocks = ["10.0.0.0/8"] # office
  }
`;

function atom(
  port: number,
  cidr: string,
  description = '',
): Record<string, string | number | string[]> {
  return { from_port: port, to_port: port, protocol: 'tcp', description, cidr_blocks: [cidr] };
}

const cases: readonly Case[] = [
  {
    name: 'a CIDR joins the block that says the same otherwise',
    files: { 'main.tf': `${head}${https}}\n` },
    goals: [elementGoal(group, ['ingress'], 'add', atom(443, '192.0.2.0/24', 'https'))],
    diff: {
      'main.tf':
        '-    cidr_blocks = ["10.0.0.0/8"] # office\n+    cidr_blocks = ["10.0.0.0/8", "192.0.2.0/24"] # office',
    },
  },
  {
    name: 'another port gets a block of its own behind the last',
    files: { 'main.tf': `${head}${https}}\n` },
    goals: [elementGoal(group, ['ingress'], 'add', atom(22, '192.0.2.7/32', 'ssh'))],
    diff: {
      'main.tf':
        '+    description = "ssh"\n+    from_port   = 22\n+    to_port     = 22\n+    cidr_blocks = ["192.0.2.7/32"]',
    },
  },
  {
    name: 'a group without blocks gets its first',
    files: { 'main.tf': `${head}}\n` },
    goals: [elementGoal(group, ['ingress'], 'add', atom(22, '192.0.2.7/32'))],
    diff: {
      'main.tf':
        '+  ingress {\n+    from_port   = 22\n+    to_port     = 22\n+    protocol    = "tcp"\n+    cidr_blocks = ["192.0.2.7/32"]\n+  }',
    },
  },
  {
    name: 'the only CIDR takes its block along',
    files: { 'main.tf': `${head}${https}}\n` },
    goals: [elementGoal(group, ['ingress'], 'remove', atom(443, '10.0.0.0/8', 'https'))],
    diff: {
      'main.tf': https
        .trim()
        .split('\n')
        .map((line) => `-${line.startsWith('#') ? '  ' : ''}${line}`)
        .join('\n'),
    },
  },
  {
    name: 'one of two CIDRs leaves the list in the variable file',
    files: {
      'main.tf': `${head}  ingress {\n    from_port   = 22\n    to_port     = 22\n    protocol    = "tcp"\n    cidr_blocks = var.cidrs\n  }\n}\nvariable "cidrs" {}\n`,
      'terraform.tfvars': 'cidrs = [\n  "10.0.0.0/8", # office\n  "192.0.2.7/32", # home\n]\n',
    },
    goals: [elementGoal(group, ['ingress'], 'remove', atom(22, '192.0.2.7/32'))],
    diff: { 'terraform.tfvars': '-  "192.0.2.7/32", # home' },
  },
  {
    name: 'a rule joins the collection of a dynamic block',
    files: {
      'main.tf': `${head}  dynamic "ingress" {\n    for_each = var.rules\n    content {\n      description = ingress.value.name\n      from_port   = ingress.value.port\n      to_port     = ingress.value.port\n      protocol    = "tcp"\n      cidr_blocks = ingress.value.cidrs\n    }\n  }\n}\nvariable "rules" {\n  default = [\n    { name = "https", port = 443, cidrs = ["10.0.0.0/8"] },\n  ]\n}\n`,
    },
    goals: [elementGoal(group, ['ingress'], 'add', atom(22, '192.0.2.7/32', 'ssh'))],
    diff: {
      'main.tf': '+    { name = "ssh", port = 22, cidrs = ["192.0.2.7/32"] },',
    },
  },
  {
    name: 'a CIDR joins the entry of a dynamic block',
    files: {
      'main.tf': `${head}  dynamic "ingress" {\n    for_each = var.rules\n    content {\n      description = ingress.key\n      from_port   = ingress.value.port\n      to_port     = ingress.value.port\n      protocol    = "tcp"\n      cidr_blocks = ingress.value.cidrs\n    }\n  }\n}\nvariable "rules" {\n  default = {\n    https = { port = 443, cidrs = ["10.0.0.0/8"] }\n  }\n}\n`,
    },
    goals: [elementGoal(group, ['ingress'], 'add', atom(443, '192.0.2.7/32', 'https'))],
    diff: {
      'main.tf':
        '-    https = { port = 443, cidrs = ["10.0.0.0/8"] }\n+    https = { port = 443, cidrs = ["10.0.0.0/8", "192.0.2.7/32"] }',
    },
  },
  {
    name: 'an entry of a dynamic block goes',
    files: {
      'main.tf': `${head}  dynamic "ingress" {\n    for_each = local.rules\n    content {\n      from_port   = ingress.value\n      to_port     = ingress.value\n      protocol    = "tcp"\n      cidr_blocks = ["10.0.0.0/8"]\n    }\n  }\n}\nlocals {\n  rules = {\n    https = 443\n    ssh   = 22\n  }\n}\n`,
    },
    goals: [elementGoal(group, ['ingress'], 'remove', atom(22, '10.0.0.0/8'))],
    diff: { 'main.tf': '-    ssh   = 22' },
  },
  {
    name: 'an id joins a list',
    files: {
      'main.tf':
        'resource "aws_instance" "i" {\n  vpc_security_group_ids = [\n    "sg-1",\n  ]\n}\n',
    },
    goals: [elementGoal('aws_instance.i', ['vpc_security_group_ids'], 'add', 'sg-2')],
    diff: { 'main.tf': '+    "sg-2",' },
  },
  {
    name: 'an id joins the literal part of concat',
    files: {
      'main.tf':
        'resource "aws_instance" "i" {\n  vpc_security_group_ids = concat(local.base, ["sg-1"])\n}\nresource "aws_instance" "j" {\n  vpc_security_group_ids = local.base\n}\nlocals {\n  base = ["sg-0"]\n}\n',
    },
    goals: [elementGoal('aws_instance.i', ['vpc_security_group_ids'], 'add', 'sg-2')],
    diff: {
      'main.tf':
        '-  vpc_security_group_ids = concat(local.base, ["sg-1"])\n+  vpc_security_group_ids = concat(local.base, ["sg-1", "sg-2"])',
    },
  },
  {
    name: 'a list that feeds two resources is left alone when one drifted',
    files: {
      'main.tf':
        'resource "aws_instance" "i" {\n  vpc_security_group_ids = local.base\n}\nresource "aws_instance" "j" {\n  vpc_security_group_ids = local.base\n}\nlocals {\n  base = ["sg-0"]\n}\n',
    },
    goals: [elementGoal('aws_instance.i', ['vpc_security_group_ids'], 'add', 'sg-2')],
    diff: { 'main.tf': '+  vpc_security_group_ids = concat(local.base, ["sg-2"])' },
  },
];

describe('a member is added or removed where the collection is written', () => {
  it.each(cases)('$name', ({ files, goals, diff }) => {
    const { changed, synthesis } = patched(files, goals);

    expect(synthesis.refused.map(({ refusal }) => refusal)).toEqual([]);
    const seen = Object.entries(changed).map(([path, text]) => [
      path,
      lineDiff(files[path] ?? '', text),
    ]);
    expect(Object.fromEntries(seen)).toEqual(diff);
    expect(synthesis.verification).toEqual({ level: 'evaluate', passed: true, notes: [] });
  });
});

describe('the first member of a set block within another block', () => {
  const lifecycle = (rule: string): string =>
    `resource "aws_s3_bucket_lifecycle_configuration" "logs" {\n  bucket = "logs"\n\n  rule {\n    id     = "old"\n    status = "Enabled"\n${rule}  }\n}\n`;
  const rules = 'aws_s3_bucket_lifecycle_configuration.logs';

  it('is a block there', () => {
    const element = { days: 30, storage_class: 'GLACIER' };
    const goal = elementGoal(
      rules,
      ['rule', { element: { id: 'old' } }, 'transition'],
      'add',
      element,
    );
    const { changed, synthesis } = patched({ 'main.tf': lifecycle('') }, [goal]);

    expect(synthesis.refused).toEqual([]);
    expect(changed['main.tf']).toBe(
      lifecycle(
        '\n    transition {\n      days          = 30\n      storage_class = "GLACIER"\n    }\n',
      ),
    );
  });

  it('comes with the block around it', () => {
    const main = (more: string) => `resource "aws_ecs_service" "api" {\n  name = "api"\n${more}}\n`;
    const path = ['network_configuration', 0, 'subnets'];
    const goal = elementGoal('aws_ecs_service.api', path, 'add', 'subnet-1');
    const { changed, synthesis } = patched({ 'main.tf': main('') }, [goal]);

    expect(synthesis.refused).toEqual([]);
    expect(changed['main.tf']).toBe(
      main('\n  network_configuration {\n    subnets = ["subnet-1"]\n  }\n'),
    );
  });

  it('is not guessed where other blocks around it are missing, too', () => {
    const main = 'resource "aws_ecs_service" "api" {\n  name = "api"\n}\n';
    const path = ['network_configuration', 1, 'subnets'];
    const goal = elementGoal('aws_ecs_service.api', path, 'add', 'subnet-1');

    expect(patched({ 'main.tf': main }, [goal]).synthesis.refused).toHaveLength(1);
  });
});
