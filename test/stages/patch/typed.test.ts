import { describe, expect, it } from 'vitest';
import type { Goal } from '../../../src/stages/patch/types.ts';
import { elementGoal, lineDiff, patched, typeOf, valueGoal } from './harness.ts';

const lambda = 'aws_lambda_function.f';
const functionWith = (body: string) =>
  `resource "aws_lambda_function" "f" {\n  function_name = "f"\n${body}}\n`;

const rule =
  'object({\n    port  = number\n    proto = optional(string, "tcp")\n    cidrs = optional(list(string), ["10.0.0.0/8"])\n    about = optional(string)\n  })';
const rules = 'rules = [\n  { port = 80 },\n  { port = 443, cidrs = ["10.1.0.0/16"] },\n]\n';
const variable = (type: string) => `variable "rules" {\n  type = ${type}\n}\n`;
const group = (collection: string) =>
  `resource "aws_security_group" "g" {\n  dynamic "ingress" {\n    for_each = ${collection}\n    content {\n      from_port   = ingress.value.port\n      to_port     = ingress.value.port\n      protocol    = ingress.value.proto\n      cidr_blocks = ingress.value.cidrs\n      description = ingress.value.about\n    }\n  }\n}\n`;
const single =
  'resource "aws_vpc_security_group_ingress_rule" "r" {\n  for_each    = { for r in var.rules : r.port => r }\n  from_port   = each.value.port\n  ip_protocol = each.value.proto\n  cidr_ipv4   = each.value.cidrs[0]\n  description = each.value.about\n}\n';
const live = (port: number, cidr: string) => ({
  from_port: port,
  to_port: port,
  protocol: 'tcp',
  cidr_blocks: [cidr],
  description: '',
});
const gone = (address: string): Goal => ({
  kind: 'delete',
  drift: 'd-1',
  address,
  type: typeOf(address),
});

describe('a variable whose type fills in what its tfvars entry leaves out', () => {
  const settings = (type: string) => `variable "s" {\n  type = object({ ${type} })\n}\n`;
  const cases: readonly (readonly [
    name: string,
    main: string,
    tfvars: string,
    goals: readonly Goal[],
    diff: string,
  ])[] = [
    [
      'a set of objects loses the one that is generated',
      variable(`set(${rule})`) + group('var.rules'),
      rules,
      [elementGoal('aws_security_group.g', ['ingress'], 'remove', live(80, '10.0.0.0/8'))],
      '-  { port = 80 },',
    ],
    [
      'a list that becomes a set does, too',
      variable(`list(${rule})`) + group('toset(var.rules)'),
      rules,
      [elementGoal('aws_security_group.g', ['ingress'], 'remove', live(80, '10.0.0.0/8'))],
      '-  { port = 80 },',
    ],
    [
      'the instance of a loop goes',
      variable(`list(${rule})`) + single,
      rules,
      [gone('aws_vpc_security_group_ingress_rule.r["80"]')],
      '-  { port = 80 },',
    ],
    [
      'an optional attribute is added to a member of a set',
      variable(`set(${rule})`) + single,
      rules,
      [valueGoal('aws_vpc_security_group_ingress_rule.r["80"]', ['description'], 'web')],
      '-  { port = 80 },\n+  { port = 80, about = "web" },',
    ],
    [
      'an element of a list that the type gives is written with the list',
      variable(`list(${rule})`) + single,
      rules,
      [valueGoal('aws_vpc_security_group_ingress_rule.r["80"]', ['cidr_ipv4'], '10.2.0.0/16')],
      '-  { port = 80 },\n+  { port = 80, cidrs = ["10.2.0.0/16"] },',
    ],
    [
      'a list that the type gives keeps its elements when one is added',
      settings('layers = optional(list(string), ["z"])') +
        functionWith('  layers = var.s.layers\n'),
      's = {\n}\n',
      [elementGoal(lambda, ['layers'], 'add', 'b')],
      '+  layers = ["z", "b"]',
    ],
    [
      'an optional attribute that is gone is left out where it is written',
      settings('about = optional(string)') + functionWith('  description = var.s.about\n'),
      's = {\n  about = "x"\n}\n',
      [valueGoal(lambda, ['description'], null)],
      '-s = {\n-  about = "x"\n-}\n+s = {}',
    ],
    [
      'a default for null is replaced where this instance has nothing yet',
      'variable "s" {\n  type = map(object({ time = optional(number) }))\n}\nresource "aws_lambda_function" "f" {\n  for_each = var.s\n  timeout  = each.value.time == null ? 3 : each.value.time\n}\n',
      's = {\n  a = {}\n  b = {}\n}\n',
      [valueGoal(`${lambda}["a"]`, ['timeout'], 9)],
      '-  a = {}\n+  a = {\n+    time = 9\n+  }',
    ],
  ];

  it.each(cases)('%s', (_, main, tfvars, goals, diff) => {
    const files = { 'main.tf': main, 'terraform.tfvars': tfvars };

    const { changed, synthesis } = patched(files, goals);

    expect(synthesis.refused).toEqual([]);
    expect(Object.keys(changed)).toEqual(['terraform.tfvars']);
    expect(lineDiff(tfvars, changed['terraform.tfvars'] ?? '')).toBe(diff);
  });
});

describe('a list in which a member gives its place to another', () => {
  it('is not what was asked for when one is added', () => {
    const main = `locals {\n  more = {}\n}\n${functionWith('  layers = lookup(local.more, "f", ["z"])\n')}`;

    const { changed } = patched({ 'main.tf': main }, [elementGoal(lambda, ['layers'], 'add', 'b')]);

    expect(lineDiff(main, changed['main.tf'] ?? '')).toBe(
      '-  layers = lookup(local.more, "f", ["z"])\n+  layers = lookup(local.more, "f", ["z", "b"])',
    );
  });
});

describe('a resource whose count is a condition goes by what the condition tests', () => {
  const queue = 'aws_sqs_queue.q[0]';
  const type =
    'variable "s" {\n  type = object({\n    on    = optional(bool, true)\n    dlq   = optional(string)\n    names = optional(list(string), [])\n  })\n}\n';
  const counted = (condition: string) =>
    `${type}resource "aws_sqs_queue" "q" {\n  count = ${condition}\n}\n`;

  it.each([
    ['var.s.on ? 1 : 0', 's = {\n  on = true\n}\n', '-  on = true\n+  on = false'],
    ['!var.s.on ? 0 : 1', 's = {\n  on = true\n}\n', '-  on = true\n+  on = false'],
    [
      'var.s.dlq != null ? 1 : 0',
      's = {\n  dlq = "a"\n  on  = true\n}\n',
      '-  dlq = "a"\n-  on  = true\n+  on = true',
    ],
    [
      'var.s.dlq == null ? 0 : 1',
      's = {\n  dlq = "a"\n  on  = true\n}\n',
      '-  dlq = "a"\n-  on  = true\n+  on = true',
    ],
    [
      'length(var.s.names) > 0 ? 1 : 0',
      's = {\n  names = ["a"]\n}\n',
      '-  names = ["a"]\n+  names = []',
    ],
    [
      'contains(var.s.names, "a") ? 1 : 0',
      's = {\n  names = ["a", "b"]\n}\n',
      '-  names = ["a", "b"]\n+  names = ["b"]',
    ],
  ])('%s', (condition, tfvars, diff) => {
    const files = { 'main.tf': counted(condition), 'terraform.tfvars': tfvars };

    const { changed, synthesis } = patched(files, [gone(queue)]);

    expect(synthesis.refused).toEqual([]);
    expect(Object.keys(changed)).toEqual(['terraform.tfvars']);
    expect(lineDiff(tfvars, changed['terraform.tfvars'] ?? '')).toBe(diff);
  });

  it.each([
    ['var.s.dlq == "a" ? 1 : 0', '`var.s.dlq == "a"` (main.tf:9)'],
    ['length(var.s.names) > 1 ? 1 : 0', '`length(var.s.names) > 1` (main.tf:9)'],
  ])('or stays, and the condition is named: %s', (condition, shown) => {
    const tfvars = 's = {\n  dlq   = "a"\n  names = ["a", "b"]\n}\n';
    const files = { 'main.tf': counted(condition), 'terraform.tfvars': tfvars };

    const { changed, synthesis } = patched(files, [gone(queue)]);

    expect(changed).toEqual({});
    expect(synthesis.refused[0]?.refusal.reason).toBe(
      `${shown} decides whether there is ${queue}, and may decide more than that.`,
    );
  });
});
