import { describe, it } from 'vitest';
import { elementGoal } from '../harness.ts';
import { expectEdit, type TraceCase } from './cases.ts';

const rule = 'aws_security_group_rule.r';
const instance = 'aws_instance.i';

/** A rule with these networks. */
function networks(expression: string, rest = ''): string {
  return `resource "aws_security_group_rule" "r" {\n  cidr_blocks = ${expression}\n}\n${rest}`;
}

/** An instance in these groups: a set to the provider. */
function groups(expression: string, rest = ''): string {
  return `resource "aws_instance" "i" {\n  vpc_security_group_ids = ${expression}\n}\n${rest}`;
}

const base = 'locals {\n  base = ["a"]\n}\n';
const alsoBase = `${base}resource "aws_instance" "j" {\n  vpc_security_group_ids = local.base\n}\n`;
const at = [instance, 'vpc_security_group_ids'] as const;
const attribute = 'vpc_security_group_ids';

const members: readonly TraceCase[] = [
  {
    name: 'concat: the literal operand, where the other is shared',
    code: groups('concat(local.base, ["b"])', alsoBase),
    at,
    add: 'c',
    edit: [
      `-${attribute} = concat(local.base, ["b"])`,
      `+${attribute} = concat(local.base, ["b", "c"])`,
    ],
    site: 'list element',
  },
  {
    name: 'concat: the shared operand when all want it',
    code: groups('concat(local.base, ["b"])', alsoBase),
    at,
    add: 'c',
    also: [elementGoal('aws_instance.j', [attribute], 'add', 'c')],
    edit: ['-base = ["a"]', '+base = ["a", "c"]'],
    site: 'local',
  },
  {
    name: 'concat: the operand that is not shared',
    code: groups(
      'concat(local.base, var.more)',
      `${alsoBase}variable "more" {\n  default = []\n}\n`,
    ),
    at,
    add: 'c',
    edit: ['-default = []', '+default = ["c"]'],
    site: 'variable default',
  },
  {
    name: 'concat: a member goes from the operand that has it',
    code: groups('concat(local.base, ["b", "c"])', alsoBase),
    at,
    remove: 'b',
    edit: [
      `-${attribute} = concat(local.base, ["b", "c"])`,
      `+${attribute} = concat(local.base, ["c"])`,
    ],
  },
  {
    name: 'setunion',
    code: groups('setunion(local.base, ["b"])', alsoBase),
    at,
    add: 'c',
    edit: [
      `-${attribute} = setunion(local.base, ["b"])`,
      `+${attribute} = setunion(local.base, ["b", "c"])`,
    ],
  },
  {
    name: 'toset of a variable, sorted and distinct',
    code: groups('sort(distinct(toset(var.ids)))', 'variable "ids" {\n  type = set(string)\n}\n'),
    vars: 'ids = [\n  "b", # the second\n  "a",\n]\n',
    at,
    remove: 'b',
    edit: ['-"b", # the second'],
    site: 'tfvars',
  },
  {
    name: 'flatten of nested lists: the list that is not shared',
    code: groups('flatten([local.base, [["b"], "c"]])', alsoBase),
    at,
    remove: 'b',
    edit: [
      `-${attribute} = flatten([local.base, [["b"], "c"]])`,
      `+${attribute} = flatten([local.base, [[], "c"]])`,
    ],
  },
  {
    name: 'flatten of nested lists: a new member beside its like',
    code: groups('flatten([local.base, ["b"]])', alsoBase),
    at,
    add: 'c',
    edit: [
      `-${attribute} = flatten([local.base, ["b"]])`,
      `+${attribute} = flatten([local.base, ["b", "c"]])`,
    ],
  },
  {
    name: 'flatten of the lists in a map',
    code: groups('flatten(values({ x = ["a", "b"], y = local.base }))', alsoBase),
    at,
    remove: 'b',
    edit: [
      `-${attribute} = flatten(values({ x = ["a", "b"], y = local.base }))`,
      `+${attribute} = flatten(values({ x = ["a"], y = local.base }))`,
    ],
  },
  {
    name: 'flatten of the lists behind a splat',
    code: groups(
      'flatten(var.m[*].ids)',
      'variable "m" {\n  default = [\n    { ids = ["a", "b"] },\n    { ids = ["c"] },\n  ]\n}\n',
    ),
    at,
    remove: 'b',
    edit: ['-{ ids = ["a", "b"] },', '+{ ids = ["a"] },'],
  },
  {
    name: 'flatten of what a loop makes of a map',
    code: groups(
      'flatten([for k, v in var.m : v.ids if v.on])',
      'variable "m" {\n  default = {\n    x = { on = true, ids = ["a", "b"] }\n    y = { on = true, ids = ["c"] }\n  }\n}\n',
    ),
    at,
    remove: 'c',
    edit: ['-y = { on = true, ids = ["c"] }', '+y = { on = true, ids = [] }'],
  },
  {
    name: 'compact',
    code: groups('compact([var.a, "b"])', 'variable "a" {\n  default = ""\n}\n'),
    at,
    add: 'c',
    edit: [`-${attribute} = compact([var.a, "b"])`, `+${attribute} = compact([var.a, "b", "c"])`],
  },
  {
    name: 'for: an element whose value comes back through the loop',
    code: networks(
      '[for ip in var.ips : "${ip}/32"]',
      'variable "ips" {\n  default = ["192.0.2.1"]\n}\n',
    ),
    at: [rule, 'cidr_blocks'],
    add: '192.0.2.7/32',
    edit: ['-default = ["192.0.2.1"]', '+default = ["192.0.2.1", "192.0.2.7"]'],
    site: 'variable default',
  },
  {
    name: 'for: what a condition asks for comes along',
    code: networks(
      '[for s in var.sites : s.cidr if s.open && s.env == "prod"]',
      'variable "sites" {\n  default = [\n    { cidr = "10.0.0.0/8", open = true, env = "prod" },\n    { cidr = "10.1.0.0/16", open = true, env = "dev" },\n  ]\n}\n',
    ),
    at: [rule, 'cidr_blocks'],
    add: '192.0.2.0/24',
    edit: ['+{ cidr = "192.0.2.0/24", open = true, env = "prod" },'],
  },
  {
    name: 'for: one that the condition kept out',
    code: networks(
      '[for s in var.sites : s.cidr if s.open]',
      'variable "sites" {\n  default = [\n    { cidr = "10.0.0.0/8", open = true },\n    { cidr = "10.1.0.0/16", open = false },\n  ]\n}\n',
    ),
    at: [rule, 'cidr_blocks'],
    add: '10.1.0.0/16',
    edit: ['-{ cidr = "10.1.0.0/16", open = false },', '+{ cidr = "10.1.0.0/16", open = true },'],
  },
  {
    name: 'for: an entry of a map goes',
    code: networks(
      '[for k, v in var.sites : v]',
      'variable "sites" {\n  default = {\n    office = "10.0.0.0/8"\n    home   = "192.0.2.7/32"\n  }\n}\n',
    ),
    at: [rule, 'cidr_blocks'],
    remove: '192.0.2.7/32',
    edit: ['-home   = "192.0.2.7/32"'],
  },
  {
    name: 'for: shared with what would go along, so the condition moves',
    code: networks(
      '[for k, v in var.sites : v.cidr if v.open]',
      'variable "sites" {\n  default = {\n    office = { cidr = "10.0.0.0/8", open = true }\n    home   = { cidr = "192.0.2.7/32", open = true }\n  }\n}\nresource "aws_ssm_parameter" "p" {\n  value = join(",", [for k, v in var.sites : v.cidr])\n}\n',
    ),
    at: [rule, 'cidr_blocks'],
    remove: '192.0.2.7/32',
    edit: [
      '-home   = { cidr = "192.0.2.7/32", open = true }',
      '+home   = { cidr = "192.0.2.7/32", open = false }',
    ],
  },
  {
    name: 'a splat over objects',
    code: networks(
      'var.sites[*].cidr',
      'variable "sites" {\n  default = [{ cidr = "10.0.0.0/8" }]\n}\n',
    ),
    at: [rule, 'cidr_blocks'],
    add: '192.0.2.0/24',
    edit: [
      '-default = [{ cidr = "10.0.0.0/8" }]',
      '+default = [{ cidr = "10.0.0.0/8" }, { cidr = "192.0.2.0/24" }]',
    ],
  },
  {
    name: 'split of a text',
    code: networks('split(",", var.csv)', 'variable "csv" {\n  default = "10.0.0.0/8"\n}\n'),
    at: [rule, 'cidr_blocks'],
    add: '192.0.2.0/24',
    edit: ['-default = "10.0.0.0/8"', '+default = "10.0.0.0/8,192.0.2.0/24"'],
  },
  {
    name: 'lookup of a list, that has none yet',
    code: networks(
      'lookup(var.m, "x", [])',
      'variable "m" {\n  default = { y = ["10.0.0.0/8"] }\n}\n',
    ),
    at: [rule, 'cidr_blocks'],
    add: '192.0.2.0/24',
    edit: [
      '-default = { y = ["10.0.0.0/8"] }',
      '+default = { y = ["10.0.0.0/8"], x = ["192.0.2.0/24"] }',
    ],
  },
  {
    name: 'the branch taken',
    code: networks(
      'var.open ? ["0.0.0.0/0"] : concat(local.base, [])',
      `${base}variable "open" {\n  default = false\n}\n`,
    ),
    at: [rule, 'cidr_blocks'],
    add: '192.0.2.0/24',
    edit: [
      '-cidr_blocks = var.open ? ["0.0.0.0/0"] : concat(local.base, [])',
      '+cidr_blocks = var.open ? ["0.0.0.0/0"] : concat(local.base, ["192.0.2.0/24"])',
    ],
  },
  {
    name: 'setsubtract: what was taken away comes back',
    code: groups('setsubtract(["a", "b"], ["b"])'),
    at,
    add: 'b',
    edit: [
      `-${attribute} = setsubtract(["a", "b"], ["b"])`,
      `+${attribute} = setsubtract(["a", "b"], [])`,
    ],
  },
  {
    name: 'setsubtract: a shared member is taken away',
    code: groups('setsubtract(local.base, [])', alsoBase),
    at,
    remove: 'a',
    edit: [
      `-${attribute} = setsubtract(local.base, [])`,
      `+${attribute} = setsubtract(local.base, ["a"])`,
    ],
  },
  {
    name: 'values of a map: the entry goes',
    code: groups(
      'values(var.m)',
      'variable "m" {\n  default = {\n    x = "a"\n    y = "b"\n  }\n}\n',
    ),
    at,
    remove: 'b',
    edit: ['-y = "b"'],
  },
  {
    name: 'keys of a map: the entry goes',
    code: groups('keys(var.m)', 'variable "m" {\n  default = {\n    x = 1\n    y = 2\n  }\n}\n'),
    at,
    remove: 'y',
    edit: ['-y = 2'],
  },
  {
    name: 'formatlist: the element behind it goes',
    code: groups('formatlist("sg-%s", var.ids)', 'variable "ids" {\n  default = ["1", "2"]\n}\n'),
    at,
    remove: 'sg-2',
    edit: ['-default = ["1", "2"]', '+default = ["1"]'],
  },
];

describe('a member joins or leaves where it is written', () => {
  it.each(members)('$name', expectEdit);
});
