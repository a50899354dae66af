import { describe, it } from 'vitest';
import { valueGoal } from '../harness.ts';
import { expectEdit, other, queue, type TraceCase, valued } from './cases.ts';

const q = 'aws_sqs_queue.q';
const common =
  'locals {\n  tags = { Team = "shop" }\n}\nresource "aws_sqs_queue" "p" {\n  tags = local.tags\n}\n';

const maps: readonly TraceCase[] = [
  {
    name: 'merge: the operand that supplied the key',
    code: queue(
      'tags',
      'merge(local.tags, { Name = "q" }, var.extra)',
      `${common}variable "extra" {\n  default = { Owner = "ann" }\n}\n`,
    ),
    at: [q, 'tags', 'Owner'],
    want: 'bob',
    edit: ['-default = { Owner = "ann" }', '+default = { Owner = "bob" }'],
    site: 'variable default',
  },
  {
    name: 'merge: a key that all users of the shared operand want',
    code: `${common}resource "aws_sqs_queue" "q" {\n  tags = merge(local.tags, { Name = "q" })\n}\n`,
    at: [q, 'tags', 'Owner'],
    want: 'ann',
    also: [valueGoal('aws_sqs_queue.p', ['tags', 'Owner'], 'ann')],
    edit: ['-tags = { Team = "shop" }', '+tags = { Team = "shop", Owner = "ann" }'],
  },
  {
    name: 'merge of a list that `...` expands',
    code: queue('tags', 'merge([{ Team = "shop" }, { Name = "q" }]...)'),
    at: [q, 'tags', 'Name'],
    want: 'r',
    edit: [
      '-tags = merge([{ Team = "shop" }, { Name = "q" }]...)',
      '+tags = merge([{ Team = "shop" }, { Name = "r" }]...)',
    ],
  },
  {
    name: 'merge of maps that a loop makes',
    code: queue(
      'tags',
      'merge([for k, v in var.t : { "x-${k}" = upper(v) }]...)',
      'variable "t" {\n  default = { a = "one" }\n}\n',
    ),
    at: [q, 'tags', 'x-a'],
    want: 'TWO',
    edit: ['-default = { a = "one" }', '+default = { a = "two" }'],
  },
  {
    name: 'merge: an entry goes from the operand that has it',
    code: queue('tags', 'merge(local.tags, { Name = "q", Old = "x" })', common),
    at: [q, 'tags', 'Old'],
    edit: [
      '-tags = merge(local.tags, { Name = "q", Old = "x" })',
      '+tags = merge(local.tags, { Name = "q" })',
    ],
  },
  {
    name: 'lookup: the entry',
    code: valued('lookup(var.m, "a", "none")', 'variable "m" {\n  default = { a = "x" }\n}\n'),
    want: 'y',
    edit: ['-default = { a = "x" }', '+default = { a = "y" }'],
  },
  {
    name: 'lookup: an entry that is missing',
    code: valued('lookup(var.m, "a", "none")', `variable "m" {\n  default = { b = "x" }\n}\n`),
    want: 'y',
    edit: ['-default = { b = "x" }', '+default = { b = "x", a = "y" }'],
  },
  {
    name: 'lookup: the default where the map is shared as a whole',
    code: valued(
      'lookup(var.m, "a", "none")',
      `variable "m" {\n  default = { b = "x" }\n}\n${other('jsonencode(var.m)')}`,
    ),
    want: 'y',
    edit: ['-value = lookup(var.m, "a", "none")', '+value = lookup(var.m, "a", "y")'],
  },
  {
    name: 'lookup: the default when all who rely on it drifted',
    code: 'variable "m" {\n  default = { c = 9 }\n}\nresource "aws_sqs_queue" "q" {\n  for_each      = toset(["a", "b", "c"])\n  delay_seconds = lookup(var.m, each.key, 5)\n}\n',
    at: [`${q}["a"]`, 'delay_seconds'],
    want: 7,
    also: [valueGoal(`${q}["b"]`, ['delay_seconds'], 7)],
    edit: [
      '-delay_seconds = lookup(var.m, each.key, 5)',
      '+delay_seconds = lookup(var.m, each.key, 7)',
    ],
  },
  {
    name: 'lookup in lookup',
    code: valued(
      'lookup(lookup(var.m, "a", {}), "b", "none")',
      'variable "m" {\n  default = { a = { c = "x" } }\n}\n',
    ),
    want: 'y',
    edit: ['-default = { a = { c = "x" } }', '+default = { a = { c = "x", b = "y" } }'],
  },
  {
    name: 'zipmap: the value of the key',
    code: queue('tags', 'zipmap(["a", "b"], var.v)', 'variable "v" {\n  default = ["x", "y"]\n}\n'),
    at: [q, 'tags', 'b'],
    want: 'z',
    edit: ['-default = ["x", "y"]', '+default = ["x", "z"]'],
  },
  {
    name: 'tomap and an index',
    code: valued('tomap({ a = "x", b = "y" })["b"]'),
    want: 'z',
    edit: [
      '-value = tomap({ a = "x", b = "y" })["b"]',
      '+value = tomap({ a = "x", b = "z" })["b"]',
    ],
  },
  {
    name: 'an entry selected from merge',
    code: valued('merge(var.m, { b = "y" })["a"]', 'variable "m" {\n  default = { a = "x" }\n}\n'),
    want: 'z',
    edit: ['-default = { a = "x" }', '+default = { a = "z" }'],
  },
  {
    name: 'values of a map, in the order of its keys',
    code: valued(
      'join(",", values(var.m))',
      'variable "m" {\n  default = { b = "x", a = "y" }\n}\n',
    ),
    want: 'y,z',
    edit: ['-default = { b = "x", a = "y" }', '+default = { b = "z", a = "y" }'],
  },
];

const loops: readonly TraceCase[] = [
  {
    name: 'the entry behind a loop',
    code: queue(
      'tags',
      '{ for k, v in var.t : upper(k) => "${v}!" }',
      'variable "t" {\n  default = { a = "x" }\n}\n',
    ),
    at: [q, 'tags', 'A'],
    want: 'y!',
    edit: ['-default = { a = "x" }', '+default = { a = "y" }'],
  },
  {
    name: 'an entry that the loop should yield, too',
    code: queue(
      'tags',
      '{ for k, v in var.t : "x-${k}" => upper(v) }',
      'variable "t" {\n  default = { a = "one" }\n}\n',
    ),
    at: [q, 'tags', 'x-b'],
    want: 'TWO',
    edit: ['-default = { a = "one" }', '+default = { a = "one", b = "two" }'],
  },
  {
    name: 'an entry that the loop should no longer yield',
    code: queue(
      'tags',
      '{ for k, v in var.t : "x-${k}" => v }',
      'variable "t" {\n  default = {\n    a = "one"\n    b = "two"\n  }\n}\n',
    ),
    at: [q, 'tags', 'x-b'],
    edit: ['-b = "two"'],
  },
  {
    name: 'an entry made of a list of objects',
    code: queue(
      'tags',
      '{ for t in var.t : t.key => t.value if t.on }',
      'variable "t" {\n  default = [\n    { key = "a", value = "x", on = true },\n    { key = "b", value = "y", on = false },\n  ]\n}\n',
    ),
    at: [q, 'tags', 'a'],
    want: 'z',
    edit: ['-{ key = "a", value = "x", on = true },', '+{ key = "a", value = "z", on = true },'],
  },
  {
    name: 'an element more in a list of objects',
    code: queue(
      'tags',
      '{ for t in var.t : t.key => t.value if t.on }',
      'variable "t" {\n  default = [\n    { key = "a", value = "x", on = true },\n  ]\n}\n',
    ),
    at: [q, 'tags', 'c'],
    want: 'z',
    edit: ['+{ key = "c", value = "z", on = true },'],
  },
  {
    name: 'a group',
    code: valued(
      'join(",", { for r in var.r : r.zone => r.name... }["b"])',
      'variable "r" {\n  default = [\n    { zone = "a", name = "x" },\n    { zone = "b", name = "y" },\n    { zone = "b", name = "z" },\n  ]\n}\n',
    ),
    want: 'y,w',
    edit: ['-{ zone = "b", name = "z" },', '+{ zone = "b", name = "w" },'],
  },
  {
    name: 'a loop over merged maps with defaults, read by lookup in a template, within locals',
    code: `variable "apps" {
  type = map(object({ size = optional(string, "small"), zone = string }))
}
locals {
  defaults = { web = { size = "tiny", zone = "z" } }
  sizes    = { for name, app in merge(local.defaults, var.apps) : name => lower(app.size) }
}
${valued('"size-${lookup(local.sizes, "api", "none")}"')}`,
    vars: 'apps = {\n  api = { zone = "a" }\n  job = { zone = "b", size = "large" }\n}\n',
    want: 'size-huge',
    edit: ['-api = { zone = "a" }', '+api = { zone = "a", size = "huge" }'],
    site: 'tfvars',
  },
];

describe('an entry of a map is changed where it is written', () => {
  it.each(maps)('$name', expectEdit);
  it.each(loops)('for: $name', expectEdit);
});
