import { describe, it } from 'vitest';
import { elementGoal } from '../harness.ts';
import { expectEdit, type TraceCase } from './cases.ts';

const instance = 'aws_instance.i';

/** An instance in these groups, which are a set to the provider. */
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

describe('a member is added or removed where it is written', () => {
  it.each(members)('$name', expectEdit);
});
