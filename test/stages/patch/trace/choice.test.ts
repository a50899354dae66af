import { describe, it } from 'vitest';
import { valueGoal } from '../harness.ts';
import { expectEdit, other, type TraceCase, valued } from './cases.ts';

const q = 'aws_sqs_queue.q';
const flag = 'variable "big" {\n  default = true\n}\n';
const apps = (entries: string, type: string) =>
  `variable "apps" {\n  type    = map(object(${type}))\n  default = {\n    a = ${entries}\n    b = {}\n  }\n}\n`;
const each = (attribute: string, expression: string, rest: string) =>
  `resource "aws_sqs_queue" "q" {\n  for_each = var.apps\n  ${attribute} = ${expression}\n}\n${rest}`;

const choices: readonly TraceCase[] = [
  {
    name: 'conditional: the branch taken',
    code: valued('var.big ? "large" : "small"', flag),
    want: 'huge',
    edit: ['-value = var.big ? "large" : "small"', '+value = var.big ? "huge" : "small"'],
    site: 'literal',
  },
  {
    name: 'conditional: the switch, where the other branch is wanted',
    code: valued('var.big ? "large" : "small"', flag),
    want: 'small',
    edit: ['-default = true', '+default = false'],
    site: 'variable default',
  },
  {
    name: 'conditional: a negated switch',
    code: valued('!var.big ? "small" : "large"', flag),
    want: 'small',
    edit: ['-default = true', '+default = false'],
  },
  {
    name: 'conditional: the branch alone, where the switch means more',
    code: valued('var.big ? "large" : "small"', `${flag}${other('var.big ? "a" : "b"')}`),
    want: 'small',
    edit: ['-value = var.big ? "large" : "small"', '+value = "small"'],
    site: 'literal',
  },
  {
    name: 'conditional: no switch that compares, and no choice between equals',
    code: valued('var.env == "prod" ? 3 : 1', 'variable "env" {\n  default = "prod"\n}\n'),
    want: 1,
    edit: ['-value = var.env == "prod" ? 3 : 1', '+value = 1'],
  },
  {
    name: 'conditional in conditional, through a local',
    code: valued(
      'var.big ? (local.eu ? local.name : "x") : "y"',
      `${flag}locals {\n  eu   = true\n  name = "a"\n}\n`,
    ),
    want: 'b',
    edit: ['-name = "a"', '+name = "b"'],
    site: 'local',
  },
  {
    name: 'coalesce: what supplied the value',
    code: valued(
      'coalesce(var.name, local.name)',
      'variable "name" {\n  default = null\n}\nlocals {\n  name = "a"\n}\n',
    ),
    want: 'b',
    edit: ['-name = "a"', '+name = "b"'],
  },
  {
    name: 'coalesce: the empty one in front, where others use the default',
    code: valued(
      'coalesce(var.name, local.name)',
      `variable "name" {\n  default = ""\n}\nlocals {\n  name = "a"\n}\n${other('local.name')}`,
    ),
    want: 'b',
    edit: ['-default = ""', '+default = "b"'],
  },
  {
    name: 'coalesce: the attribute of this entry',
    code: each(
      'delay_seconds',
      'coalesce(each.value.delay, 5)',
      apps('{}', '{ delay = optional(number) }'),
    ),
    at: [`${q}["a"]`, 'delay_seconds'],
    want: 9,
    edit: ['-a = {}', '+a = {', '+delay = 9', '+}'],
  },
  {
    name: 'coalesce: the default when every instance drifted',
    code: each(
      'delay_seconds',
      'coalesce(each.value.delay, 5)',
      apps('{}', '{ delay = optional(number) }'),
    ),
    at: [`${q}["a"]`, 'delay_seconds'],
    want: 9,
    also: [valueGoal(`${q}["b"]`, ['delay_seconds'], 9)],
    edit: [
      '-delay_seconds = coalesce(each.value.delay, 5)',
      '+delay_seconds = coalesce(each.value.delay, 9)',
    ],
  },
  {
    name: 'coalescelist: the list that is not empty',
    code: valued(
      'join(",", coalescelist(var.l, ["a", "b"]))',
      'variable "l" {\n  default = []\n}\n',
    ),
    want: 'a,c',
    edit: [
      '-value = join(",", coalescelist(var.l, ["a", "b"]))',
      '+value = join(",", coalescelist(var.l, ["a", "c"]))',
    ],
  },
  {
    name: 'try: what did not fail',
    code: valued('try(var.m.name, "a")', 'variable "m" {\n  default = { name = "x" }\n}\n'),
    want: 'y',
    edit: ['-default = { name = "x" }', '+default = { name = "y" }'],
  },
  {
    name: 'try: the attribute that this entry lacks',
    code: `locals {\n  apps = {\n    a = { size = 1 }\n    b = { size = 1, delay = 3 }\n  }\n}\nresource "aws_sqs_queue" "q" {\n  for_each      = local.apps\n  delay_seconds = try(each.value.delay, 5)\n}\n`,
    at: [`${q}["a"]`, 'delay_seconds'],
    want: 9,
    edit: ['-a = { size = 1 }', '+a = { size = 1, delay = 9 }'],
    site: 'local',
  },
  {
    name: 'try: the fallback',
    code: valued('try(tonumber("x"), 5)'),
    want: 6,
    edit: ['-value = try(tonumber("x"), 5)', '+value = try(tonumber("x"), 6)'],
  },
  {
    name: 'optional: the default in the type when all drifted',
    code: each('delay_seconds', 'each.value.delay', apps('{}', '{ delay = optional(number, 5) }')),
    at: [`${q}["a"]`, 'delay_seconds'],
    want: 9,
    also: [valueGoal(`${q}["b"]`, ['delay_seconds'], 9)],
    edit: [
      '-type    = map(object({ delay = optional(number, 5) }))',
      '+type    = map(object({ delay = optional(number, 9) }))',
    ],
    site: 'variable default',
  },
  {
    name: 'optional: an object within the entry',
    code: each(
      'delay_seconds',
      'each.value.q.delay',
      apps('{}', '{ q = optional(object({ delay = optional(number, 5) }), {}) }'),
    ),
    at: [`${q}["a"]`, 'delay_seconds'],
    want: 9,
    edit: ['-a = {}', '+a = {', '+q = {', '+delay = 9', '+}', '+}'],
  },
  {
    name: 'optional: null again',
    code: each(
      'delay_seconds',
      'each.value.delay',
      apps('{ delay = 3 }', '{ delay = optional(number) }'),
    ),
    at: [`${q}["a"]`, 'delay_seconds'],
    edit: ['-a = { delay = 3 }', '+a = {}'],
  },
  {
    name: 'count: the element of a list',
    code: 'variable "d" {\n  default = [1, 2, 3]\n}\nresource "aws_sqs_queue" "q" {\n  count         = 3\n  delay_seconds = var.d[count.index]\n}\n',
    at: [`${q}[1]`, 'delay_seconds'],
    want: 9,
    edit: ['-default = [1, 2, 3]', '+default = [1, 9, 3]'],
  },
  {
    name: 'count: element, which starts again behind the end',
    code: 'variable "z" {\n  default = ["a", "b"]\n}\nresource "aws_sqs_queue" "q" {\n  count = 2\n  name  = element(var.z, count.index + 3)\n}\n',
    at: [`${q}[0]`, 'name'],
    want: 'c',
    edit: ['-default = ["a", "b"]', '+default = ["a", "c"]'],
  },
  {
    name: 'count: an element that two instances share',
    code: 'variable "z" {\n  default = ["a", "b"]\n}\nresource "aws_sqs_queue" "q" {\n  count = 3\n  name  = element(var.z, count.index)\n}\n',
    at: [`${q}[2]`, 'name'],
    want: 'c',
    edit: [
      '-name  = element(var.z, count.index)',
      '+name  = count.index == 2 ? "c" : element(var.z, count.index)',
    ],
    site: 'instance override',
  },
  {
    name: 'count: an entry that two instances share, overridden where it stands',
    code: 'variable "z" {\n  default = ["a", "b"]\n}\nresource "aws_sqs_queue" "q" {\n  count = 3\n  tags = merge({ A = "x" }, {\n    Z = element(var.z, count.index)\n  })\n}\n',
    at: [`${q}[2]`, 'tags', 'Z'],
    want: 'c',
    edit: [
      '-Z = element(var.z, count.index)',
      '+Z = count.index == 2 ? "c" : element(var.z, count.index)',
    ],
    site: 'instance override',
  },
  {
    name: 'count: an attribute of the element, through a splat',
    code: 'variable "z" {\n  default = [{ n = "a" }, { n = "b" }]\n}\nresource "aws_sqs_queue" "q" {\n  count = 2\n  name  = element(var.z[*].n, count.index)\n}\n',
    at: [`${q}[1]`, 'name'],
    want: 'c',
    edit: ['-default = [{ n = "a" }, { n = "b" }]', '+default = [{ n = "a" }, { n = "c" }]'],
  },
  {
    name: 'count: an attribute of the element, through an old splat',
    code: 'variable "z" {\n  default = [{ n = "a" }, { n = "b" }]\n}\nresource "aws_sqs_queue" "q" {\n  count = 2\n  name  = var.z.*.n[count.index]\n}\n',
    at: [`${q}[1]`, 'name'],
    want: 'c',
    edit: ['-default = [{ n = "a" }, { n = "b" }]', '+default = [{ n = "a" }, { n = "c" }]'],
  },
  {
    name: 'one of a splat',
    code: valued('one(var.z[*].n)', 'variable "z" {\n  default = [{ n = "a" }]\n}\n'),
    want: 'c',
    edit: ['-default = [{ n = "a" }]', '+default = [{ n = "c" }]'],
  },
];

describe('either the chosen value or the choice is changed', () => {
  it.each(choices)('$name', expectEdit);
});
