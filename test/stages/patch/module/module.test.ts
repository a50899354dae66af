import { describe, expect, it } from 'vitest';
import type { Goal } from '../../../../src/stages/patch/types.ts';
import { lineDiff, patched, valueGoal } from '../harness.ts';

const queue = `variable "name" {}

variable "settings" {
  type = object({
    visibility = optional(number, 30)
    delay      = optional(number)
    dlq        = optional(object({ retention = optional(number, 600), delay = optional(number) }), {})
  })
  default = {}
}

variable "tags" {
  type    = map(string)
  default = {}
}

resource "aws_sqs_queue" "this" {
  name                       = var.name
  visibility_timeout_seconds = var.settings.visibility
  delay_seconds              = var.settings.delay
  message_retention_seconds  = var.settings.dlq.retention
  max_message_size           = local.size
  receive_wait_time_seconds  = 10
  tags                       = merge(var.tags, { Name = var.name })
}

resource "aws_ssm_parameter" "arn" {
  name  = var.name
  type  = "String"
  value = "v"
  tags  = { Kind = "arn" }
}

locals {
  size = 1024
}
`;
const call = (name: string, more = '', source = './modules/queue'): string =>
  `module "${name}" {\n  source = "${source}"\n  name   = "${name}"\n${more}}\n`;

const each = {
  'main.tf': `module "q" {
  source   = "./modules/queue"
  for_each = { orders = { delay = 5 }, bills = {} }
  name     = each.key
  settings = merge(local.defaults, each.value)
}
locals {
  defaults = { visibility = 45 }
}
`,
  'modules/queue/main.tf': queue,
};
const twice = { 'main.tf': call('a') + call('b'), 'modules/queue/main.tf': queue };
const onlyP = `module "p" {\n  source   = "./modules/platform"\n  settings = { visibility = 33, dlq = { delay = 1 } }\n}\n`;
const layered = {
  'main.tf': `${onlyP}module "o" {\n  source   = "./modules/platform"\n  settings = {}\n}\n`,
  'modules/platform/main.tf': `variable "settings" {\n  type = any\n}\n${call('q', '  settings = var.settings\n', '../queue')}${call('r', '  settings = var.settings\n', '../queue')}`,
  'modules/queue/main.tf': queue,
};

const service = `variable "extra_tags" {
  type    = map(string)
  default = {}
}
variable "name" {}

locals {
  tags = merge({ Service = var.name }, var.extra_tags)
  alarms = {
    depth = { threshold = 100 }
    age   = { threshold = 600 }
  }
}
resource "aws_sqs_queue" "this" {
  name = var.name
  tags = local.tags
}
resource "aws_sqs_queue" "dead" {
  name = "\${var.name}-dead"
  tags = merge(local.tags, { Dead = "yes" })
}
resource "aws_cloudwatch_metric_alarm" "queue" {
  for_each   = local.alarms
  alarm_name = each.key
  threshold  = each.value.threshold
}
`;
const services = {
  'main.tf':
    'module "s" {\n  source   = "./modules/service"\n  for_each = toset(["orders", "mail"])\n  name     = each.key\n}\n',
  'modules/service/main.tf': service,
};

interface Case {
  readonly name: string;
  readonly files: Readonly<Record<string, string>>;
  readonly goals: readonly Goal[];
  readonly diff: Readonly<Record<string, string>>;
}

const cases: readonly Case[] = [
  {
    name: 'an optional attribute joins the entry of one instance',
    files: each,
    goals: [valueGoal('module.q["orders"].aws_sqs_queue.this', ['visibility_timeout_seconds'], 90)],
    diff: {
      'main.tf':
        '-  for_each = { orders = { delay = 5 }, bills = {} }\n+  for_each = { orders = { delay = 5, visibility = 90 }, bills = {} }',
    },
  },
  {
    name: 'the argument of the outermost call, when all below it drifted',
    files: layered,
    goals: ['q', 'r'].map((name) =>
      valueGoal(`module.p.module.${name}.aws_sqs_queue.this`, ['visibility_timeout_seconds'], 60),
    ),
    diff: {
      'main.tf':
        '-  settings = { visibility = 33, dlq = { delay = 1 } }\n+  settings = { visibility = 60, dlq = { delay = 1 } }',
    },
  },
  {
    name: 'an input that a call with several instances leaves out',
    files: each,
    goals: [valueGoal('module.q["orders"].aws_sqs_queue.this', ['tags', 'Owner'], 'ops')],
    diff: { 'main.tf': '+  tags     = each.key == "orders" ? { Owner = "ops" } : {}' },
  },
  {
    name: 'a literal that all callers share, and one of two drifted',
    files: twice,
    goals: [valueGoal('module.a.aws_sqs_queue.this', ['receive_wait_time_seconds'], 20)],
    diff: {
      'main.tf':
        '-  name   = "a"\n+  source                    = "./modules/queue"\n+  name                      = "a"\n+  receive_wait_time_seconds = 20',
      'modules/queue/main.tf':
        '-  receive_wait_time_seconds  = 10\n+variable "receive_wait_time_seconds" {\n+  description = "receive_wait_time_seconds of aws_sqs_queue.this"\n+  type        = number\n+  default     = 10\n+  receive_wait_time_seconds  = var.receive_wait_time_seconds',
    },
  },
  {
    name: 'a local of the module that all callers share',
    files: twice,
    goals: [valueGoal('module.b.aws_sqs_queue.this', ['max_message_size'], 2048)],
    diff: {
      'main.tf':
        '-  name   = "b"\n+  source           = "./modules/queue"\n+  name             = "b"\n+  max_message_size = 2048',
      'modules/queue/main.tf':
        '-  size = 1024\n+variable "max_message_size" {\n+  description = "max_message_size of aws_sqs_queue.this"\n+  type        = number\n+  default     = 1024\n+  size = var.max_message_size',
    },
  },
  {
    name: 'a map that all callers share, and a name that is taken',
    files: twice,
    goals: [valueGoal('module.a.aws_ssm_parameter.arn', ['tags', 'Owner'], 'ops')],
    diff: {
      'main.tf': '+  arn_tags = {\n+    Owner = "ops"\n+  }',
      'modules/queue/main.tf':
        '-  tags  = { Kind = "arn" }\n+variable "arn_tags" {\n+  description = "tags of aws_ssm_parameter.arn"\n+  type        = map(string)\n+  default     = {}\n+  tags  = merge({ Kind = "arn" }, var.arn_tags)',
    },
  },
  {
    name: 'a map that the module does not set',
    files: { ...twice, 'modules/queue/main.tf': queue.replace(/\n {2}tags {2}= \{.*\}/, '') },
    goals: [valueGoal('module.b.aws_ssm_parameter.arn', ['tags', 'Owner'], 'ops')],
    diff: {
      'main.tf': '+  arn_tags = {\n+    Owner = "ops"\n+  }',
      'modules/queue/main.tf':
        '+variable "arn_tags" {\n+  description = "tags of aws_ssm_parameter.arn"\n+  type        = map(string)\n+  default     = {}\n+  tags  = var.arn_tags',
    },
  },
  {
    name: 'a literal in one of several instances: null stands for the default',
    files: each,
    goals: [valueGoal('module.q["bills"].aws_sqs_queue.this', ['receive_wait_time_seconds'], 20)],
    diff: {
      'main.tf':
        '-  source   = "./modules/queue"\n-  for_each = { orders = { delay = 5 }, bills = {} }\n-  name     = each.key\n-  settings = merge(local.defaults, each.value)\n+  source                    = "./modules/queue"\n+  for_each                  = { orders = { delay = 5 }, bills = {} }\n+  name                      = each.key\n+  settings                  = merge(local.defaults, each.value)\n+  receive_wait_time_seconds = each.key == "bills" ? 20 : null',
      'modules/queue/main.tf':
        '-  receive_wait_time_seconds  = 10\n+variable "receive_wait_time_seconds" {\n+  description = "receive_wait_time_seconds of aws_sqs_queue.this"\n+  type        = number\n+  default     = 10\n+  nullable    = false\n+  receive_wait_time_seconds  = var.receive_wait_time_seconds',
    },
  },
  {
    name: 'an argument that other resources of the module have, too, and a name that says nothing',
    files: services,
    goals: [valueGoal('module.s["orders"].aws_sqs_queue.this', ['tags', 'Team'], 'shop')],
    diff: {
      'main.tf':
        '-  source   = "./modules/service"\n-  for_each = toset(["orders", "mail"])\n-  name     = each.key\n+  source     = "./modules/service"\n+  for_each   = toset(["orders", "mail"])\n+  name       = each.key\n+  queue_tags = each.key == "orders" ? { Team = "shop" } : null',
      'modules/service/main.tf':
        '-  tags = local.tags\n+variable "queue_tags" {\n+  description = "tags of aws_sqs_queue.this"\n+  type        = map(string)\n+  default     = {}\n+  nullable    = false\n+  tags = merge(local.tags, var.queue_tags)',
    },
  },
  {
    name: 'a map that is merged already',
    files: services,
    goals: [valueGoal('module.s["orders"].aws_sqs_queue.dead', ['tags', 'Team'], 'shop')],
    diff: {
      'main.tf':
        '-  source   = "./modules/service"\n-  for_each = toset(["orders", "mail"])\n-  name     = each.key\n+  source    = "./modules/service"\n+  for_each  = toset(["orders", "mail"])\n+  name      = each.key\n+  dead_tags = each.key == "orders" ? { Team = "shop" } : null',
      'modules/service/main.tf':
        '-  tags = merge(local.tags, { Dead = "yes" })\n+variable "dead_tags" {\n+  description = "tags of aws_sqs_queue.dead"\n+  type        = map(string)\n+  default     = {}\n+  nullable    = false\n+  tags = merge(local.tags, { Dead = "yes" }, var.dead_tags)',
    },
  },
  {
    name: 'a literal that one of several instances of a resource has',
    files: services,
    goals: [
      valueGoal(
        'module.s["orders"].aws_cloudwatch_metric_alarm.queue["depth"]',
        ['threshold'],
        250,
      ),
    ],
    diff: {
      'main.tf':
        '-  source   = "./modules/service"\n-  for_each = toset(["orders", "mail"])\n-  name     = each.key\n+  source                = "./modules/service"\n+  for_each              = toset(["orders", "mail"])\n+  name                  = each.key\n+  queue_depth_threshold = each.key == "orders" ? 250 : null',
      'modules/service/main.tf':
        '-    depth = { threshold = 100 }\n+variable "queue_depth_threshold" {\n+  description = "threshold of aws_cloudwatch_metric_alarm.queue[\\"depth\\"]"\n+  type        = number\n+  default     = 100\n+  nullable    = false\n+    depth = { threshold = var.queue_depth_threshold }',
    },
  },
];

function diffOf({ files }: Case, changed: Readonly<Record<string, string>>) {
  const seen = Object.entries(changed).map(([path, text]) => [
    path,
    lineDiff(files[path] ?? '', text),
  ]);
  return Object.fromEntries(seen);
}

describe('values that come through modules', () => {
  it.each(cases)('$name', (one) => {
    const { changed, synthesis } = patched(one.files, one.goals);

    expect(synthesis.refused.map(({ refusal }) => refusal)).toEqual([]);
    expect(diffOf(one, changed)).toEqual(one.diff);
    expect(synthesis.verification.passed).toBe(true);
  });

  it('go to one of several modules by name, through all levels that lead there', () => {
    const address = 'module.p.module.q.aws_sqs_queue.this';

    const { changed, synthesis } = patched(layered, [
      valueGoal(address, ['receive_wait_time_seconds'], 20),
    ]);

    expect(synthesis.refused).toEqual([]);
    expect(Object.keys(changed).sort()).toEqual(Object.keys(layered).sort());
    expect(synthesis.radius).toEqual([{ address, path: ['receive_wait_time_seconds'] }]);
    expect(changed['main.tf']).toContain('receive_wait_time_seconds = 20');
    expect(changed['modules/platform/main.tf']).toContain('= var.receive_wait_time_seconds');
  });

  it('are merged over an object that two modules share', () => {
    const { changed } = patched({ ...layered, 'main.tf': onlyP }, [
      valueGoal('module.p.module.q.aws_sqs_queue.this', ['message_retention_seconds'], 900),
    ]);

    expect(changed['modules/platform/main.tf']).toContain(
      'settings = merge(var.settings, { dlq = merge(var.settings.dlq, { retention = 900 }) })',
    );
  });

  it('go to a resource that a flag creates', () => {
    const flagged = queue.replace(
      'resource "aws_sqs_queue" "this" {\n',
      'resource "aws_sqs_queue" "this" {\n  count = 1\n',
    );
    const address = 'module.a.aws_sqs_queue.this[0]';

    const { changed, synthesis } = patched({ ...twice, 'modules/queue/main.tf': flagged }, [
      valueGoal(address, ['receive_wait_time_seconds'], 20),
    ]);

    expect(synthesis.radius).toEqual([{ address, path: ['receive_wait_time_seconds'] }]);
    expect(changed['main.tf']).toContain('receive_wait_time_seconds = 20');
  });

  it('are not put into modules that others may use', () => {
    const foreign = {
      'main.tf': call('a', '', '../common/queue') + call('b', '', '../common/queue'),
      '../common/queue/main.tf': queue,
    };

    const { changed, synthesis } = patched(foreign, [
      valueGoal('module.a.aws_sqs_queue.this', ['receive_wait_time_seconds'], 20),
    ]);

    expect(changed).toEqual({});
    expect(synthesis.refused).toHaveLength(1);
  });
});
