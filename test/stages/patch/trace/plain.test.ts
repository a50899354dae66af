import { describe, it } from 'vitest';
import { valueGoal } from '../harness.ts';
import { expectEdit, other, type TraceCase, valued } from './cases.ts';

const group = 'aws_cloudwatch_log_group.l';
const path = 'retention_in_days';
const apps =
  'locals {\n  apps = {\n    a = { prod = true, days = 90 }\n    b = { prod = false }\n  }\n}\n';

/** Log groups for two applications. */
function kept(expression: string, rest = apps): string {
  return `resource "aws_cloudwatch_log_group" "l" {\n  for_each          = local.apps\n  retention_in_days = ${expression}\n}\n${rest}`;
}

function days(app: string, want: number) {
  return { at: [`${group}["${app}"]`, path], want } as const;
}

function replaced(expression: string, by: string): readonly string[] {
  return [`-retention_in_days = ${expression}`, `+retention_in_days = ${by}`];
}

const env = 'variable "env" {\n  default = "prod"\n}\n';
const byKey = 'each.key == "a" ? 90 : 30';
const called = 'contains(["a"], each.key) ? 90 : 30';
const flagged = 'each.value.prod ? 90 : 30';
const inline = 'lookup({ a = 90 }, each.key, 30)';

const choices: readonly TraceCase[] = [
  {
    name: 'a condition on the key, and the value of the other branch',
    code: kept(byKey),
    ...days('b', 90),
    edit: replaced(byKey, '90'),
  },
  {
    name: 'a computed condition',
    code: kept(called),
    ...days('b', 90),
    edit: replaced(called, '90'),
  },
  {
    name: 'a new value for all, though each has a switch in the data',
    code: kept(flagged),
    ...days('a', 60),
    also: [valueGoal(`${group}["b"]`, [path], 60)],
    edit: replaced(flagged, '60'),
  },
  {
    name: 'not the switch of one instance',
    code: kept(flagged),
    ...days('b', 90),
    edit: ['-b = { prod = false }', '+b = { prod = true }'],
  },
  {
    name: 'not a new value of one instance',
    code: kept(flagged),
    ...days('b', 60),
    edit: replaced(flagged, 'each.value.prod ? 90 : 60'),
  },
  {
    name: 'not a branch for other environments',
    code: valued('var.env == "prod" ? 90 : 30', env),
    want: 60,
    edit: ['-value = var.env == "prod" ? 90 : 30', '+value = var.env == "prod" ? 60 : 30'],
  },
  {
    name: 'not a branch that no instance takes now',
    code: kept('each.key == "a" ? 90 : var.env == "prod" ? 30 : 7', `${apps}${env}`),
    ...days('b', 90),
    edit: replaced(
      'each.key == "a" ? 90 : var.env == "prod" ? 30 : 7',
      'each.key == "a" ? 90 : var.env == "prod" ? 90 : 7',
    ),
  },
  {
    name: 'the branch that is left of two names',
    code: valued(
      'var.env == "prod" ? local.long : "30"',
      `${env}locals {\n  long = "90"\n}\n${other('local.long')}`,
    ),
    want: '30',
    edit: ['-value = var.env == "prod" ? local.long : "30"', '+value = "30"'],
  },
  {
    name: 'branches that are objects',
    code: `resource "aws_sqs_queue" "q" {\n  tags = var.env == "prod" ? { Tier = "a" } : { Tier = "b" }\n}\n${env}`,
    at: ['aws_sqs_queue.q', 'tags', 'Tier'],
    want: 'b',
    edit: ['-tags = var.env == "prod" ? { Tier = "a" } : { Tier = "b" }', '+tags = { Tier = "b" }'],
  },
  {
    name: 'within a text',
    code: valued('"q-${var.env == "prod" ? "p" : "d"}"', env),
    want: 'q-d',
    edit: ['-value = "q-${var.env == "prod" ? "p" : "d"}"', '+value = "q-d"'],
  },
  {
    name: 'within a choice that still makes a difference',
    code: kept('each.key == "a" ? 90 : var.env == "prod" ? 30 : 7', `${apps}${env}`),
    ...days('b', 7),
    edit: replaced('each.key == "a" ? 90 : var.env == "prod" ? 30 : 7', 'each.key == "a" ? 90 : 7'),
  },
  {
    name: 'try of a variable that others use',
    code: valued('try(var.x, "30")', `variable "x" {\n  default = "90"\n}\n${other('var.x')}`),
    want: '300',
    edit: ['-value = try(var.x, "30")', '+value = "300"'],
  },
  {
    name: 'lookup in a map of its own',
    code: kept(inline),
    ...days('a', 60),
    also: [valueGoal(`${group}["b"]`, [path], 60)],
    edit: replaced(inline, '60'),
  },
];

describe('a choice that makes no difference any more gives way to the value', () => {
  it.each(choices)('$name', expectEdit);
});

const shared = 'locals {\n  days = { a = 90 }\n}\n';
const tagged = (rest: string) =>
  `resource "aws_sqs_queue" "q" {\n  for_each = local.apps\n  tags     = merge({ Tier = "b" }, each.value)\n}\n${rest}`;

const defaults: readonly TraceCase[] = [
  {
    name: 'lookup: the entry goes',
    code: kept('lookup(local.days, each.key, 30)', `${apps}${shared}`),
    ...days('a', 30),
    edit: ['-days = { a = 90 }', '+days = {}'],
  },
  {
    name: 'lookup: the entry stays where others read it',
    code: kept(
      'lookup(local.days, each.key, 30)',
      `${apps}${shared}resource "aws_cloudwatch_log_group" "keys" {\n  for_each = local.days\n  name     = each.key\n}\n`,
    ),
    ...days('a', 30),
    edit: ['-days = { a = 90 }', '+days = { a = 30 }'],
  },
  {
    name: 'lookup: the entry of this environment alone',
    code: valued('lookup({ prod = "90", dev = "7" }, var.env, "30")', env),
    want: '30',
    edit: [
      '-value = lookup({ prod = "90", dev = "7" }, var.env, "30")',
      '+value = lookup({ dev = "7" }, var.env, "30")',
    ],
  },
  {
    name: 'try: the attribute of the instance goes',
    code: kept('try(each.value.days, 30)'),
    ...days('a', 30),
    edit: ['-a = { prod = true, days = 90 }', '+a = { prod = true }'],
  },
  {
    name: 'merge: the entry of the instance goes',
    code: tagged('locals {\n  apps = {\n    a = { Tier = "a" }\n    b = {}\n  }\n}\n'),
    at: ['aws_sqs_queue.q["a"]', 'tags', 'Tier'],
    want: 'b',
    edit: ['-a = { Tier = "a" }', '+a = {}'],
  },
];

describe('an entry does not repeat the default', () => {
  it.each(defaults)('$name', expectEdit);
});
