import { describe, expect, it } from 'vitest';
import {
  createAffectedFinder,
  createTakerFinder,
} from '../../../../src/code/terraform/config/affected/find.ts';
import type { AttributesOf } from '../../../../src/code/terraform/config/affected/search.ts';
import { make } from './make.ts';

const files = {
  'main.tf': `
variable "size" {
  default = 1
}

variable "names" {
  default = { a = 1 }
}

locals {
  prefix = "x"
  team   = { a = { size = 1 }, b = { size = 2 } }
}

resource "aws_vpc" "main" {
  cidr_block = "10.0.0.0/16"
  tags       = { Name = local.prefix }
}

resource "aws_subnet" "one" {
  vpc_id = aws_vpc.main.id
}

resource "aws_sqs_queue" "team" {
  for_each = local.team

  name          = "\${local.prefix}-\${each.key}"
  delay_seconds = each.value.size
}

resource "aws_ssm_parameter" "queue" {
  name  = "queue"
  value = aws_sqs_queue.team["a"].name
}

resource "aws_ssm_parameter" "all" {
  value = join(",", [for queue in aws_sqs_queue.team : queue.delay_seconds])
}

resource "aws_s3_object" "page" {
  content = templatefile("\${path.module}/page.tftpl", { size = 1 })
}

resource "aws_s3_object" "file" {
  content = file("notes.txt")
}

module "web" {
  source = "./web"

  size = var.size
  name = local.prefix
}

module "each" {
  source   = "./web"
  for_each = var.names

  name = each.key
}

resource "aws_ssm_parameter" "web" {
  value = module.web.arn
}
`,
  'web/main.tf': `
variable "size" {
  default = 3
}

variable "name" {}

resource "aws_sqs_queue" "this" {
  name = var.name
}

resource "aws_cloudwatch_log_group" "this" {
  retention_in_days = var.size
}

output "arn" {
  value = aws_sqs_queue.this.arn
}

output "size" {
  value = var.size
}
`,
  'notes.txt': 'hello',
  'page.tftpl': 'size',
};

const queue = ['aws_sqs_queue.this'];
const all = ['aws_cloudwatch_log_group.this', 'aws_sqs_queue.this'];

describe('what an edit can reach', () => {
  it.each([
    {
      name: 'an argument that others do not ask for',
      edit: ['main.tf', '10.0.0.0/16', '10.1.0.0/16'],
      reached: { '': ['aws_vpc.main'] },
    },
    {
      name: 'a local, by way of arguments, names and calls, but not where only the id is asked for',
      edit: ['main.tf', 'prefix = "x"', 'prefix = "y"'],
      reached: {
        '': [
          'aws_sqs_queue.team',
          'aws_ssm_parameter.all',
          'aws_ssm_parameter.queue',
          'aws_vpc.main',
        ],
        web: queue,
      },
    },
    {
      name: 'an argument of one module call',
      edit: ['main.tf', 'size = var.size', 'size = 2'],
      reached: { web: ['aws_cloudwatch_log_group.this'] },
    },
    {
      name: 'a root variable from its default',
      edit: ['main.tf', 'default = 1', 'default = 2'],
      reached: { web: ['aws_cloudwatch_log_group.this'] },
    },
    {
      name: 'all of a module that is called for each entry',
      edit: ['main.tf', '{ a = 1 }', '{ b = 1 }'],
      reached: { each: all },
    },
    {
      name: 'a resource of a module in all calls, and what asks for its output',
      edit: ['web/main.tf', 'name = var.name', 'name = "z"'],
      reached: { each: queue, web: queue },
    },
    {
      name: 'an output',
      edit: ['web/main.tf', 'aws_sqs_queue.this.arn', 'aws_sqs_queue.this.id'],
      reached: { '': ['aws_ssm_parameter.web'] },
    },
    {
      name: 'a whole resource where the code goes through all its instances',
      edit: ['main.tf', 'delay_seconds = each', 'delay_seconds = 1 + each'],
      reached: { '': ['aws_sqs_queue.team', 'aws_ssm_parameter.all'] },
    },
    {
      name: 'a file that is read',
      edit: ['notes.txt', 'hello', 'bye'],
      reached: { '': ['aws_s3_object.file'] },
    },
    {
      name: 'a template',
      edit: ['page.tftpl', 'size', '${size}'],
      reached: { '': ['aws_s3_object.page'] },
    },
    {
      name: 'a comment between blocks',
      edit: ['main.tf', '\nlocals', '\n# Hi.\nlocals'],
      reached: {},
    },
    { name: 'nothing', edit: ['main.tf', 'x', 'x'], reached: {} },
  ] as const)('is found for $name', ({ edit: [path, old, text], reached }) => {
    const { resources: find } = createAffectedFinder();
    const changed = { ...files, [path]: files[path].replace(old, text) };

    const found = find(make(files).configuration, make(changed).configuration);

    const sorted = Object.fromEntries(
      [...found].map(([key, names]) => [key, [...names.keys()].sort()]),
    );
    expect(sorted).toEqual(reached);
  });

  it.each([
    [
      'what an argument says',
      'main.tf',
      '10.0.0.0/16',
      '10.1.0.0/16',
      'aws_vpc.main',
      'cidr_block',
    ],
    ['how many there are', 'main.tf', '{ a = 1 }', '{ b = 1 }', 'aws_sqs_queue.this', 'all'],
  ] as const)('distinguishes %s', (_, path, old, text, resource, parts) => {
    const changed = { ...files, [path]: files[path].replace(old, text) };
    const found = createAffectedFinder().resources(
      make(files).configuration,
      make(changed).configuration,
    );
    const reported = [...found.values()].flatMap((names) => names.get(resource) ?? []);
    expect(reported).toEqual([parts === 'all' ? parts : new Set([parts])]);
  });
});

describe('the choice of a provider', () => {
  const main = `
variable "region" {
  default = "eu"
}
provider "aws" {
  alias    = "by_region"
  for_each = toset(["eu", "us"])
  default_tags {
    tags = { Region = each.key }
  }
}
resource "aws_sqs_queue" "here" {
  provider = aws.by_region[var.region]
  name     = "here"
}
resource "aws_sqs_queue" "plain" {
  name = "plain"
}
module "m" {
  source    = "./m"
  providers = { aws = aws.by_region[var.region] }
}
`;
  const called = `resource "aws_sqs_queue" "q" {
  name = "q"
}
`;

  it.each([
    ['is reached by what it rests on', 'default = "eu"', 'default = "us"'],
    [
      'is reached where it is written',
      'aws.by_region[var.region]\n  name',
      'aws.by_region["us"]\n  name',
    ],
  ])('%s, as far as tags are concerned', (_, old, text) => {
    const { resources: find } = createAffectedFinder();
    const load = (main: string) => make({ 'main.tf': main, 'm/main.tf': called }).configuration;

    const found = find(load(main), load(main.replace(old, text)));

    expect(found.get('')?.get('aws_sqs_queue.here')).toEqual(new Set(['tags']));
  });

  it('is reached in the modules to which it is passed', () => {
    const { resources: find } = createAffectedFinder();
    const load = (main: string) => make({ 'main.tf': main, 'm/main.tf': called }).configuration;

    const found = find(load(main), load(main.replace('default = "eu"', 'default = "us"')));

    expect([...(found.get('m')?.keys() ?? [])]).toEqual(['aws_sqs_queue.q']);
  });
});

describe('what takes its value from attributes', () => {
  it.each<[string, AttributesOf, Readonly<Record<string, readonly string[]>>]>([
    [
      'through an output',
      { module: 'web', resource: 'aws_sqs_queue.this', attributes: ['arn'] },
      { '': ['aws_ssm_parameter.web'], web: queue },
    ],
    [
      'beside it',
      { module: '', resource: 'aws_vpc.main', attributes: ['id'] },
      { '': ['aws_subnet.one', 'aws_vpc.main'] },
    ],
    [
      'not, where another attribute is asked for',
      { module: '', resource: 'aws_vpc.main', attributes: ['arn'] },
      { '': ['aws_vpc.main'] },
    ],
    ['not, in a module that is not there', { module: 'x', resource: 'a.b', attributes: ['c'] }, {}],
  ])('is found %s', (_, taken, expected) => {
    const found = createTakerFinder()(make(files).configuration, taken);

    const sorted = [...found].map(([module, names]) => [module, [...names.keys()].sort()]);
    expect(Object.fromEntries(sorted)).toEqual(expected);
  });
});
