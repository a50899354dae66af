import type { Goal } from '../../../src/stages/patch/types.ts';
import { elementGoal, valueGoal } from './harness.ts';

export interface Case {
  readonly name: string;
  readonly files: Readonly<Record<string, string>>;
  readonly goals: readonly Goal[];
  /** Changed lines by file. */
  readonly diff: Readonly<Record<string, string>>;
  readonly varFiles?: readonly string[];
}

const variable = 'variable "delay" {\n  default = 5\n}\n';
const queue = (name: string, lines: string) =>
  `resource "aws_sqs_queue" "${name}" {\n${lines
    .split('\n')
    .map((line) => `  ${line}\n`)
    .join('')}}\n`;
const delayed = (name: string) => queue(name, 'delay_seconds = var.delay');
const delay = (name: string, value: number) =>
  valueGoal(`aws_sqs_queue.${name}`, ['delay_seconds'], value);
const each = (expr: string, keys = '"a", "b", "c"') =>
  queue('q', `for_each = toset([${keys}])\ndelay_seconds = ${expr}`);
const counted = (expr: string) => queue('q', `count = 3\ndelay_seconds = ${expr}`);
const child =
  'variable "delay" {\n  default = 5\n}\nresource "aws_sqs_queue" "q" {\n  delay_seconds = var.delay\n}\n';
const call = (name: string, lines = '') => `module "${name}" {\n  source = "./m"\n${lines}}\n`;

export const sharedVariable: readonly Case[] = [
  {
    name: 'all users drifted',
    files: { 'v.tf': variable, 'main.tf': delayed('q') + delayed('p') },
    goals: [delay('q', 9), delay('p', 9)],
    diff: { 'v.tf': '-  default = 5\n+  default = 9' },
  },
  {
    name: 'one of three users drifted',
    files: { 'v.tf': variable, 'main.tf': delayed('q') + delayed('p') + delayed('r') },
    goals: [delay('p', 9)],
    diff: { 'main.tf': '+  delay_seconds = 9' },
  },
  {
    name: 'all but one drifted: the variable still belongs to the one',
    files: { 'v.tf': variable, 'main.tf': delayed('q') + delayed('p') + delayed('r') },
    goals: [delay('q', 9), delay('r', 9)],
    diff: { 'main.tf': '+  delay_seconds = 9\n+  delay_seconds = 9' },
  },
  {
    name: 'all users drifted, each to another value: the variable follows the one that is left',
    files: { 'v.tf': variable, 'main.tf': delayed('q') + delayed('p') },
    goals: [delay('q', 9), delay('p', 12)],
    diff: { 'main.tf': '+  delay_seconds = 9', 'v.tf': '-  default = 5\n+  default = 12' },
  },
  {
    name: 'users in different modules, all drifted',
    files: {
      'v.tf': variable,
      'main.tf': delayed('q') + call('m', '  delay = var.delay\n'),
      'm/main.tf': child,
    },
    goals: [delay('q', 9), valueGoal('module.m.aws_sqs_queue.q', ['delay_seconds'], 9)],
    diff: { 'v.tf': '-  default = 5\n+  default = 9' },
  },
  {
    name: 'users in different modules, the one in the module drifted',
    files: {
      'v.tf': variable,
      'main.tf': delayed('q') + call('m', '  delay = var.delay\n'),
      'm/main.tf': child,
    },
    goals: [valueGoal('module.m.aws_sqs_queue.q', ['delay_seconds'], 9)],
    diff: { 'main.tf': '-  delay = var.delay\n+  delay = 9' },
  },
  {
    name: 'a shared local, all drifted',
    files: {
      'l.tf': 'locals {\n  delay = 5\n}\n',
      'main.tf':
        queue('q', 'delay_seconds = local.delay') + queue('p', 'delay_seconds = local.delay'),
    },
    goals: [delay('q', 9), delay('p', 9)],
    diff: { 'l.tf': '-  delay = 5\n+  delay = 9' },
  },
  {
    name: 'a shared local, one drifted',
    files: {
      'l.tf': 'locals {\n  delay = 5\n}\n',
      'main.tf':
        queue('q', 'delay_seconds = local.delay') + queue('p', 'delay_seconds = local.delay'),
    },
    goals: [delay('p', 9)],
    diff: { 'main.tf': '+  delay_seconds = 9' },
  },
  {
    name: 'one variable that gives two attributes, only one of which drifted',
    files: {
      'v.tf': variable,
      'main.tf': queue('q', 'delay_seconds = var.delay\nreceive_wait_time_seconds = var.delay'),
    },
    goals: [delay('q', 9)],
    diff: { 'main.tf': '-  delay_seconds = var.delay\n+  delay_seconds = 9' },
  },
  {
    name: 'an entry that one of two users of a map lost',
    files: {
      'l.tf': 'locals {\n  tags = { Team = "shop", Tier = "1" }\n}\n',
      'main.tf': queue('q', 'tags = local.tags') + queue('p', 'tags = local.tags'),
    },
    goals: [valueGoal('aws_sqs_queue.q', ['tags', 'Team'], null)],
    diff: {
      'main.tf': '+  tags = { Tier = local.tags.Tier }',
    },
  },
  {
    name: 'a local between the variable and its users: the local where all of its users drifted',
    files: {
      'v.tf': variable,
      'l.tf': 'locals {\n  slow = var.delay\n}\n',
      'main.tf':
        queue('q', 'delay_seconds = local.slow') +
        queue('p', 'delay_seconds = local.slow') +
        delayed('r'),
    },
    goals: [delay('q', 9), delay('p', 9)],
    diff: { 'l.tf': '-  slow = var.delay\n+  slow = 9' },
  },
];

export const oneInstance: readonly Case[] = [
  {
    name: 'a literal',
    files: { 'main.tf': each('5') },
    goals: [delay('q["b"]', 9)],
    diff: { 'main.tf': '-  delay_seconds = 5\n+  delay_seconds = each.key == "b" ? 9 : 5' },
  },
  {
    name: 'a variable',
    files: { 'v.tf': variable, 'main.tf': each('var.delay') },
    goals: [delay('q["b"]', 9)],
    diff: {
      'main.tf': '-  delay_seconds = var.delay\n+  delay_seconds = each.key == "b" ? 9 : var.delay',
    },
  },
  {
    name: 'another override of the same expression makes a map',
    files: { 'v.tf': variable, 'main.tf': each('each.key == "b" ? 9 : var.delay') },
    goals: [delay('q["c"]', 12)],
    diff: {
      'main.tf':
        '-  delay_seconds = each.key == "b" ? 9 : var.delay\n+  delay_seconds = lookup({ b = 9, c = 12 }, each.key, var.delay)',
    },
  },
  {
    name: 'a further override joins the map',
    files: {
      'v.tf': variable,
      'main.tf': each('lookup({ b = 9, c = 12 }, each.key, var.delay)', '"a", "b", "c", "d"'),
    },
    goals: [delay('q["d"]', 15)],
    diff: {
      'main.tf':
        '-  delay_seconds = lookup({ b = 9, c = 12 }, each.key, var.delay)\n+  delay_seconds = lookup({ b = 9, c = 12, d = 15 }, each.key, var.delay)',
    },
  },
  {
    name: 'an override changes again',
    files: { 'v.tf': variable, 'main.tf': each('lookup({ b = 9, c = 12 }, each.key, var.delay)') },
    goals: [delay('q["c"]', 30)],
    diff: {
      'main.tf':
        '-  delay_seconds = lookup({ b = 9, c = 12 }, each.key, var.delay)\n+  delay_seconds = lookup({ b = 9, c = 30 }, each.key, var.delay)',
    },
  },
  {
    name: 'an override goes when the value returns to the shared one',
    files: { 'v.tf': variable, 'main.tf': each('each.key == "b" ? 9 : var.delay') },
    goals: [delay('q["b"]', 5)],
    diff: {
      'main.tf': '-  delay_seconds = each.key == "b" ? 9 : var.delay\n+  delay_seconds = var.delay',
    },
  },
  {
    name: 'an entry goes when the value returns to the shared one',
    files: { 'v.tf': variable, 'main.tf': each('lookup({ b = 9, c = 12 }, each.key, var.delay)') },
    goals: [delay('q["b"]', 5)],
    diff: {
      'main.tf':
        '-  delay_seconds = lookup({ b = 9, c = 12 }, each.key, var.delay)\n+  delay_seconds = lookup({ c = 12 }, each.key, var.delay)',
    },
  },
  {
    name: 'the last entry takes the map with it',
    files: { 'v.tf': variable, 'main.tf': each('lookup({ c = 12 }, each.key, var.delay)') },
    goals: [delay('q["c"]', 5)],
    diff: {
      'main.tf':
        '-  delay_seconds = lookup({ c = 12 }, each.key, var.delay)\n+  delay_seconds = var.delay',
    },
  },
  {
    name: 'two instances at once',
    files: { 'v.tf': variable, 'main.tf': each('var.delay') },
    goals: [delay('q["b"]', 9), delay('q["c"]', 9)],
    diff: {
      'main.tf':
        '-  delay_seconds = var.delay\n+  delay_seconds = lookup({ b = 9, c = 9 }, each.key, var.delay)',
    },
  },
  {
    name: 'all that have no override drifted: the shared value moves',
    files: { 'v.tf': variable, 'main.tf': each('lookup({ b = 9 }, each.key, var.delay)') },
    goals: [delay('q["a"]', 7), delay('q["c"]', 7)],
    diff: { 'v.tf': '-  default = 5\n+  default = 7' },
  },
  {
    name: 'every instance, each with an entry of its own',
    files: {
      'v.tf': 'variable "qs" {\n  type = map(object({ delay = optional(number, 5) }))\n}\n',
      'terraform.tfvars': 'qs = {\n  a = { delay = 6 }\n  b = { delay = 7 }\n}\n',
      'main.tf': queue('q', 'for_each = var.qs\ndelay_seconds = each.value.delay'),
    },
    goals: [delay('q["a"]', 9), delay('q["b"]', 9)],
    diff: {
      'terraform.tfvars':
        '-  a = { delay = 6 }\n-  b = { delay = 7 }\n+  a = { delay = 9 }\n+  b = { delay = 9 }',
    },
  },
  {
    name: 'a key that is no name',
    files: { 'main.tf': each('each.key == "b" ? 9 : 5', '"a", "b", "eu/1"') },
    goals: [delay('q["eu/1"]', 12)],
    diff: {
      'main.tf':
        '-  delay_seconds = each.key == "b" ? 9 : 5\n+  delay_seconds = lookup({ b = 9, "eu/1" = 12 }, each.key, 5)',
    },
  },
  {
    name: 'a condition on something else is kept whole',
    files: {
      'v.tf': variable,
      'main.tf': each('startswith(each.key, "b") ? 9 : var.delay', '"a", "b1", "b2"'),
    },
    goals: [delay('q["b1"]', 12)],
    diff: {
      'main.tf':
        '-  delay_seconds = startswith(each.key, "b") ? 9 : var.delay\n+  delay_seconds = each.key == "b1" ? 12 : (startswith(each.key, "b") ? 9 : var.delay)',
    },
  },
  {
    name: 'a tag of one instance',
    files: {
      'main.tf':
        'locals {\n  tags = { Team = "shop" }\n}\n' +
        queue('q', 'for_each = toset(["a", "b", "c"])\ntags = local.tags'),
    },
    goals: [valueGoal('aws_sqs_queue.q["b"]', ['tags', 'Team'], 'pay')],
    diff: {
      'main.tf':
        '-  tags = local.tags\n+  tags = merge(local.tags, each.key == "b" ? { Team = "pay" } : {})',
    },
  },
  {
    name: 'a tag of another instance',
    files: {
      'main.tf':
        'locals {\n  tags = { Team = "shop" }\n}\n' +
        queue(
          'q',
          'for_each = toset(["a", "b", "c"])\ntags = merge(local.tags, each.key == "b" ? { Team = "pay" } : {})',
        ),
    },
    goals: [valueGoal('aws_sqs_queue.q["c"]', ['tags', 'Owner'], 'ann')],
    diff: {
      'main.tf':
        '-  tags = merge(local.tags, each.key == "b" ? { Team = "pay" } : {})\n+  tags = merge(local.tags, lookup({ b = { Team = "pay" }, c = { Owner = "ann" } }, each.key, {}))',
    },
  },
  {
    name: 'a tag of one instance that returns to the shared one',
    files: {
      'main.tf':
        'locals {\n  tags = { Team = "shop" }\n}\n' +
        queue(
          'q',
          'for_each = toset(["a", "b"])\ntags = merge(local.tags, each.key == "b" ? { Team = "pay" } : {})',
        ),
    },
    goals: [valueGoal('aws_sqs_queue.q["b"]', ['tags', 'Team'], 'shop')],
    diff: {
      'main.tf':
        '-  tags = merge(local.tags, each.key == "b" ? { Team = "pay" } : {})\n+  tags = local.tags',
    },
  },
  {
    name: 'a tag of one use that returns to the shared one',
    files: {
      'main.tf':
        'locals {\n  tags = { Team = "shop" }\n}\n' +
        queue('q', 'tags = merge(local.tags, { Name = "q", Team = "pay" })') +
        queue('p', 'tags = local.tags'),
    },
    goals: [valueGoal('aws_sqs_queue.q', ['tags', 'Team'], 'shop')],
    diff: {
      'main.tf':
        '-  tags = merge(local.tags, { Name = "q", Team = "pay" })\n+  tags = merge(local.tags, { Name = "q" })',
    },
  },
];

export const oneIndex: readonly Case[] = [
  {
    name: 'a literal',
    files: { 'main.tf': counted('5') },
    goals: [delay('q[1]', 9)],
    diff: { 'main.tf': '-  delay_seconds = 5\n+  delay_seconds = count.index == 1 ? 9 : 5' },
  },
  {
    name: 'a variable',
    files: { 'v.tf': variable, 'main.tf': counted('var.delay') },
    goals: [delay('q[0]', 9)],
    diff: {
      'main.tf':
        '-  delay_seconds = var.delay\n+  delay_seconds = count.index == 0 ? 9 : var.delay',
    },
  },
  {
    name: 'another index',
    files: { 'main.tf': counted('count.index == 1 ? 9 : 5') },
    goals: [delay('q[2]', 12)],
    diff: {
      'main.tf':
        '-  delay_seconds = count.index == 1 ? 9 : 5\n+  delay_seconds = lookup({ "1" = 9, "2" = 12 }, count.index, 5)',
    },
  },
  {
    name: 'an index that returns',
    files: { 'main.tf': counted('count.index == 1 ? 9 : 5') },
    goals: [delay('q[1]', 5)],
    diff: { 'main.tf': '-  delay_seconds = count.index == 1 ? 9 : 5\n+  delay_seconds = 5' },
  },
  {
    name: 'the element of a list',
    files: {
      'l.tf': 'locals {\n  delays = [1, 2, 3]\n}\n',
      'main.tf': counted('local.delays[count.index]'),
    },
    goals: [delay('q[1]', 9)],
    diff: { 'l.tf': '-  delays = [1, 2, 3]\n+  delays = [1, 9, 3]' },
  },
  {
    name: 'an element that two indexes share',
    files: {
      'l.tf': 'locals {\n  delays = [1, 2]\n}\n',
      'main.tf': counted('element(local.delays, count.index)'),
    },
    goals: [delay('q[2]', 9)],
    diff: {
      'main.tf':
        '-  delay_seconds = element(local.delays, count.index)\n+  delay_seconds = count.index == 2 ? 9 : element(local.delays, count.index)',
    },
  },
  {
    name: 'all indexes',
    files: { 'v.tf': variable, 'main.tf': counted('var.delay') },
    goals: [delay('q[0]', 9), delay('q[1]', 9), delay('q[2]', 9)],
    diff: { 'v.tf': '-  default = 5\n+  default = 9' },
  },
];

const alarm = (name: string, topics: string) =>
  `resource "aws_cloudwatch_metric_alarm" "${name}" {\n  alarm_name = "${name}"\n  alarm_actions = ${topics}\n}\n`;
const topics = 'variable "topics" {\n  default = ["t1", "t2"]\n}\n';
const action = (name: string, kind: 'add' | 'remove', topic: string) =>
  elementGoal(`aws_cloudwatch_metric_alarm.${name}`, ['alarm_actions'], kind, topic);

export const sharedList: readonly Case[] = [
  {
    name: 'both lost a member',
    files: { 'v.tf': topics, 'main.tf': alarm('a', 'var.topics') + alarm('b', 'var.topics') },
    goals: [action('a', 'remove', 't1'), action('b', 'remove', 't1')],
    diff: { 'v.tf': '-  default = ["t1", "t2"]\n+  default = ["t2"]' },
  },
  {
    name: 'both got a member',
    files: { 'v.tf': topics, 'main.tf': alarm('a', 'var.topics') + alarm('b', 'var.topics') },
    goals: [action('a', 'add', 't3'), action('b', 'add', 't3')],
    diff: { 'v.tf': '-  default = ["t1", "t2"]\n+  default = ["t1", "t2", "t3"]' },
  },
  {
    name: 'one got a member',
    files: { 'v.tf': topics, 'main.tf': alarm('a', 'var.topics') + alarm('b', 'var.topics') },
    goals: [action('a', 'add', 't3')],
    diff: { 'main.tf': '+  alarm_actions = concat(var.topics, ["t3"])' },
  },
  {
    name: 'one lost a member',
    files: { 'v.tf': topics, 'main.tf': alarm('a', 'var.topics') + alarm('b', 'var.topics') },
    goals: [action('b', 'remove', 't1')],
    diff: { 'main.tf': '+  alarm_actions = [for item in var.topics : item if item != "t1"]' },
  },
  {
    name: 'one lost another member',
    files: {
      'v.tf': topics,
      'main.tf':
        alarm('a', '[for item in var.topics : item if item != "t1"]') + alarm('b', 'var.topics'),
    },
    goals: [action('a', 'remove', 't2')],
    diff: {
      'main.tf':
        '-  alarm_actions = [for item in var.topics : item if item != "t1"]\n+  alarm_actions = [for item in var.topics : item if !contains(["t1", "t2"], item)]',
    },
  },
  {
    name: 'a member came back to the one that left it out',
    files: {
      'v.tf': topics,
      'main.tf':
        alarm('a', '[for item in var.topics : item if item != "t1"]') + alarm('b', 'var.topics'),
    },
    goals: [action('a', 'add', 't1')],
    diff: {
      'main.tf': '-  alarm_actions = [for item in var.topics : item if item != "t1"]',
    },
  },
  {
    name: 'the one that got a member lost it again',
    files: {
      'v.tf': topics,
      'main.tf': alarm('a', 'concat(var.topics, ["t3"])') + alarm('b', 'var.topics'),
    },
    goals: [action('a', 'remove', 't3')],
    diff: {
      'main.tf': '-  alarm_actions = concat(var.topics, ["t3"])',
    },
  },
  {
    name: 'the one that got a member got another',
    files: {
      'v.tf': topics,
      'main.tf': alarm('a', 'concat(var.topics, ["t3"])') + alarm('b', 'var.topics'),
    },
    goals: [action('a', 'add', 't4')],
    diff: {
      'main.tf':
        '-  alarm_actions = concat(var.topics, ["t3"])\n+  alarm_actions = concat(var.topics, ["t3", "t4"])',
    },
  },
  {
    name: 'one instance of several got a member',
    files: {
      'v.tf': topics,
      'main.tf': alarm('a', 'var.topics').replace('{\n', '{\n  for_each = toset(["x", "y"])\n'),
    },
    goals: [action('a["x"]', 'add', 't3')],
    diff: {
      'main.tf':
        '-  alarm_actions = var.topics\n+  alarm_actions = concat(var.topics, each.key == "x" ? ["t3"] : [])',
    },
  },
  {
    name: 'one instance of several lost a member',
    files: {
      'v.tf': topics,
      'main.tf': alarm('a', 'var.topics').replace('{\n', '{\n  for_each = toset(["x", "y"])\n'),
    },
    goals: [action('a["x"]', 'remove', 't2')],
    diff: {
      'main.tf':
        '-  alarm_actions = var.topics\n+  alarm_actions = [for item in var.topics : item if !(each.key == "x" && item == "t2")]',
    },
  },
];

export const twoFiles: readonly Case[] = [
  {
    name: 'terraform.tfvars and an automatic file: the automatic one wins',
    files: {
      'main.tf': variable + delayed('q'),
      'terraform.tfvars': 'delay = 6\n',
      'prod.auto.tfvars': 'delay = 7\n',
    },
    goals: [delay('q', 9)],
    diff: { 'prod.auto.tfvars': '-delay = 7\n+delay = 9' },
  },
  {
    name: 'two automatic files: the later name wins',
    files: {
      'main.tf': variable + delayed('q'),
      'a.auto.tfvars': 'delay = 6\n',
      'b.auto.tfvars': 'delay = 7\n',
    },
    goals: [delay('q', 9)],
    diff: { 'b.auto.tfvars': '-delay = 7\n+delay = 9' },
  },
  {
    name: 'a named file wins over all',
    files: {
      'main.tf': variable + delayed('q'),
      'a.auto.tfvars': 'delay = 6\n',
      'env/prod.tfvars': 'delay = 7\n',
      'env/dev.tfvars': 'delay = 8\n',
    },
    varFiles: ['env/prod.tfvars'],
    goals: [delay('q', 9)],
    diff: { 'env/prod.tfvars': '-delay = 7\n+delay = 9' },
  },
  {
    name: 'the file in use does not set it: the default, with which it runs',
    files: {
      'main.tf': variable + delayed('q'),
      'env/prod.tfvars': 'other = 7\n',
      'env/dev.tfvars': 'delay = 8\n',
    },
    varFiles: ['env/prod.tfvars'],
    goals: [delay('q', 9)],
    diff: { 'main.tf': '-  default = 5\n+  default = 9' },
  },
  {
    name: 'two named files: the last wins',
    files: {
      'main.tf': variable + delayed('q'),
      'env/base.tfvars': 'delay = 6\n',
      'env/prod.tfvars': 'delay = 7\n',
    },
    varFiles: ['env/base.tfvars', 'env/prod.tfvars'],
    goals: [delay('q', 9)],
    diff: { 'env/prod.tfvars': '-delay = 7\n+delay = 9' },
  },
  {
    name: 'one of two users: neither file',
    files: {
      'main.tf': variable + delayed('q') + delayed('p'),
      'terraform.tfvars': 'delay = 6\n',
      'prod.auto.tfvars': 'delay = 7\n',
    },
    goals: [delay('q', 9)],
    diff: { 'main.tf': '+  delay_seconds = 9' },
  },
];

const inModule = (name: string, value: number) =>
  valueGoal(`module.${name}.aws_sqs_queue.q`, ['delay_seconds'], value);

export const calledTwice: readonly Case[] = [
  {
    name: 'arguments of their own',
    files: {
      'main.tf': call('a', '  delay = 1\n') + call('b', '  delay = 2\n'),
      'm/main.tf': child,
    },
    goals: [inModule('b', 9)],
    diff: { 'main.tf': '-  delay = 2\n+  delay = 9' },
  },
  {
    name: 'the same variable, both drifted',
    files: {
      'v.tf': variable,
      'main.tf': call('a', '  delay = var.delay\n') + call('b', '  delay = var.delay\n'),
      'm/main.tf': child,
    },
    goals: [inModule('a', 9), inModule('b', 9)],
    diff: { 'v.tf': '-  default = 5\n+  default = 9' },
  },
  {
    name: 'the same variable, one drifted',
    files: {
      'v.tf': variable,
      'main.tf': call('a', '  delay = var.delay\n') + call('b', '  delay = var.delay\n'),
      'm/main.tf': child,
    },
    goals: [inModule('b', 9)],
    diff: { 'main.tf': '+  delay = 9' },
  },
  {
    name: 'the default of the module, one drifted',
    files: { 'main.tf': call('a') + call('b'), 'm/main.tf': child },
    goals: [inModule('b', 9)],
    diff: { 'main.tf': '+  delay = 9' },
  },
  {
    name: 'the default of the module, both drifted',
    files: { 'main.tf': call('a') + call('b'), 'm/main.tf': child },
    goals: [inModule('a', 9), inModule('b', 9)],
    diff: { 'm/main.tf': '-  default = 5\n+  default = 9' },
  },
  {
    name: 'a literal in the module, both drifted',
    files: {
      'main.tf': call('a') + call('b'),
      'm/main.tf': 'resource "aws_sqs_queue" "q" {\n  delay_seconds = 5\n}\n',
    },
    goals: [inModule('a', 9), inModule('b', 9)],
    diff: { 'm/main.tf': '-  delay_seconds = 5\n+  delay_seconds = 9' },
  },
  {
    name: 'one of several instances of a call that share an argument',
    files: {
      'v.tf': variable,
      'main.tf': call('m', '  for_each = toset(["x", "y"])\n  delay = var.delay\n'),
      'm/main.tf': child,
    },
    goals: [inModule('m["x"]', 9)],
    diff: { 'main.tf': '-  delay = var.delay\n+  delay = each.key == "x" ? 9 : var.delay' },
  },
  {
    name: 'one of several instances of a call that leaves it to the default',
    files: {
      'main.tf': call('m', '  for_each = toset(["x", "y"])\n'),
      'm/main.tf': child,
    },
    goals: [inModule('m["x"]', 9)],
    diff: { 'main.tf': '+  delay = each.key == "x" ? 9 : 5' },
  },
];
