import { describe, expect, it } from 'vitest';
import type { Goal } from '../../../src/stages/patch/types.ts';
import { elementGoal, typeOf, valueGoal } from '../../stages/patch/harness.ts';
import { type Files, type Place, patchedIn } from './repository.ts';

const network = `resource "aws_vpc" "this" {
  cidr_block = "10.0.0.0/16"
}

resource "aws_internet_gateway" "this" {
  vpc_id = aws_vpc.this.id
}

resource "aws_route" "default" {
  route_table_id         = "rtb-1"
  destination_cidr_block = "0.0.0.0/0"
  gateway_id             = aws_internet_gateway.this.id
}

resource "aws_vpc_security_group_ingress_rule" "db" {
  for_each          = toset(["5432", "6432"])
  security_group_id = "sg-1"
  ip_protocol       = "tcp"
  from_port         = each.value
  to_port           = each.value
}
`;

const service = `variable "name" {
  type = string
}

resource "aws_sqs_queue" "this" {
  name = var.name
  redrive_policy = jsonencode({
    deadLetterTargetArn = aws_sqs_queue.dead.arn
    maxReceiveCount     = 5
  })
}

resource "aws_sqs_queue" "dead" {
  name = "\${var.name}-dead"
}

resource "aws_cloudwatch_metric_alarm" "queue" {
  for_each = {
    depth = 100
    age   = 600
  }
  alarm_name          = "\${var.name}-\${each.key}"
  comparison_operator = "GreaterThanThreshold"
  threshold           = each.value
  evaluation_periods  = 3
}
`;

const inTwoRoots: Files = {
  'modules/network/main.tf': network,
  'envs/prod/main.tf': `module "network" {
  source = "../../modules/network"
}
`,
  'envs/dev/main.tf': `module "network" {
  source = "../../modules/network"
}
`,
};

const forEach: Files = {
  'modules/service/main.tf': service,
  'envs/prod/main.tf': `module "service" {
  source   = "../../modules/service"
  for_each = toset(["orders", "mail"])
  name     = each.key
}
`,
};

const behindTwo: Files = {
  'modules/network/main.tf': network,
  'modules/site/main.tf': `module "network" {
  source = "../network"
}
`,
  'envs/prod/main.tf': `module "site" {
  source = "../../modules/site"
}
`,
  'envs/dev/main.tf': `module "site" {
  source = "../../modules/site"
}
`,
};

const role = `variable "stage" {}

resource "aws_iam_role" "fn" {
  for_each = toset(["mail", "thumb"])
  name     = "fn-\${each.key}"
  assume_role_policy = jsonencode({
    Statement = [{
      Action    = "sts:AssumeRole"
      Effect    = "Allow"
      Principal = { Service = "lambda.amazonaws.com" }
    }]
  })
}

resource "aws_sns_topic" "news" {
  name = "news"
}
`;
const perEnvironment: Files = {
  'app/main.tf': role,
  'app/env/prod.tfvars': 'stage = "prod"\n',
  'app/env/dev.tfvars': 'stage = "dev"\n',
};

function deleteGoal(address: string): Goal {
  return { kind: 'delete', drift: `d-${address}`, address, type: typeOf(address) };
}

const trust = (key: string): Goal =>
  valueGoal(
    `aws_iam_role.fn["${key}"]`,
    ['assume_role_policy'],
    JSON.stringify({
      Statement: [
        {
          Action: 'sts:AssumeRole',
          Effect: 'Allow',
          Principal: { Service: 'lambda.amazonaws.com' },
          Condition: { StringEquals: { 'aws:SourceAccount': '123456789012' } },
        },
      ],
    }),
  );

interface Case {
  readonly name: string;
  readonly files: Files;
  readonly place: Place;
  readonly goals: readonly Goal[];
  readonly suggestion: string;
}

const prod: Place = { root: 'envs/prod' };

const cases: readonly Case[] = [
  {
    name: 'a resource of a module that another root calls, too',
    files: inTwoRoots,
    place: prod,
    goals: [deleteGoal('module.network.aws_route.default')],
    suggestion:
      'Give module `network` an input that decides whether aws_route.default exists, true by default, and set it to `false` in main.tf:1.',
  },
  {
    name: 'one of several instances in such a module',
    files: inTwoRoots,
    place: prod,
    goals: [deleteGoal('module.network.aws_vpc_security_group_ingress_rule.db["6432"]')],
    suggestion:
      'Give module `network` an input for the for_each of aws_vpc_security_group_ingress_rule.db that has the present one as its default, and leave "6432" out of it in main.tf:1.',
  },
  {
    name: 'a resource behind two modules, of which the outer one is shared',
    files: behindTwo,
    place: prod,
    goals: [deleteGoal('module.site.module.network.aws_route.default')],
    suggestion:
      'Give modules `site` and `network` an input that decides whether aws_route.default exists, true by default, and set it to `false` in main.tf:1.',
  },
  {
    name: 'a resource of one of several instances of a module',
    files: forEach,
    place: prod,
    goals: [deleteGoal('module.service["orders"].aws_sqs_queue.this')],
    suggestion:
      'Give module `service` an input that decides whether aws_sqs_queue.this exists, true by default, and set it to `false` for "orders" alone in main.tf:1.',
  },
  {
    name: 'an instance from a list that has an input, which the call leaves out',
    files: {
      'modules/role/main.tf': `variable "policies" {
  type    = list(string)
  default = ["a", "b"]
}

resource "aws_iam_role_policy_attachment" "managed" {
  for_each   = toset(var.policies)
  role       = "r"
  policy_arn = each.value
}
`,
      'envs/prod/main.tf': `module "role" {
  source   = "../../modules/role"
  for_each = toset(["orders", "mail"])
}
`,
    },
    place: prod,
    goals: [deleteGoal('module.role["mail"].aws_iam_role_policy_attachment.managed["b"]')],
    suggestion:
      'Set input `policies` of module `role`, without "b", for "mail" alone in main.tf:1.',
  },
  {
    name: 'a value of one of several instances in one of several instances of a module',
    files: forEach,
    place: prod,
    goals: [
      valueGoal(
        'module.service["orders"].aws_cloudwatch_metric_alarm.queue["age"]',
        ['evaluation_periods'],
        5,
      ),
    ],
    suggestion:
      'Give module `service` an input for `evaluation_periods` of aws_cloudwatch_metric_alarm.queue["age"] that has the old value as its default, and set it to `5` for "orders" alone in main.tf:1.',
  },
  {
    name: 'documents of a root module that has another variable file',
    files: perEnvironment,
    place: { root: 'app', varFiles: ['env/prod.tfvars'] },
    goals: [trust('mail'), trust('thumb')],
    suggestion:
      'Give the root module an input for `Condition` of statement 1 in `assume_role_policy` of aws_iam_role.fn["mail"] that sets nothing by default, and set it to `{ StringEquals = { "aws:SourceAccount" = "123456789012" } }` in env/prod.tfvars:2.',
  },
  {
    name: 'a resource of a root module that has another variable file',
    files: perEnvironment,
    place: { root: 'app', varFiles: ['env/prod.tfvars'] },
    goals: [deleteGoal('aws_sns_topic.news')],
    suggestion:
      'Give the root module an input that decides whether aws_sns_topic.news exists, true by default, and set it to `false` in env/prod.tfvars:2.',
  },
  {
    name: 'a resource of a root module that has another workspace',
    files: { 'app/main.tf': role.replace('variable "stage" {}\n', '') },
    place: {
      root: 'app',
      workspace: 'prod',
      named: [{ folder: 'app', workspace: 'dev' }] as unknown as NonNullable<Place['named']>,
    },
    goals: [deleteGoal('aws_sns_topic.news')],
    suggestion:
      'Leave aws_sns_topic.news out where `terraform.workspace` is "prod", in main.tf:14.',
  },
  {
    name: 'a member of a list that all callers have',
    files: {
      'modules/group/main.tf': `resource "aws_security_group" "this" {
  name = "g"
  ingress {
    from_port   = 80
    to_port     = 80
    protocol    = "tcp"
    cidr_blocks = [for n in range(2) : cidrsubnet("10.0.0.0/8", 8, n)]
  }
}
`,
      'envs/prod/main.tf': `module "group" {
  source = "../../modules/group"
}
`,
      'envs/dev/main.tf': `module "group" {
  source = "../../modules/group"
}
`,
    },
    place: prod,
    goals: [
      elementGoal(
        'module.group.aws_security_group.this',
        ['ingress', 0, 'cidr_blocks'],
        'remove',
        '10.1.0.0/16',
      ),
    ],
    suggestion:
      'Give module `group` an input for `ingress[0].cidr_blocks` of aws_security_group.this that has the present ones as its default, and leave `"10.1.0.0/16"` out of it in main.tf:1.',
  },
];

describe('what a person should do where others share the code', () => {
  it.each(cases)('$name', async ({ files, place, goals, suggestion }) => {
    const { changed, synthesis } = await patchedIn(files, place, goals);
    const said = synthesis.refused.map(({ refusal }) => refusal.suggestion);

    expect(changed).toEqual({});
    expect(said[0]).toBe(suggestion);
    expect(said.join()).not.toContain('../');
  });
});
