import { describe, expect, it } from 'vitest';
import { createAffectedFinder } from '../../../../src/code/terraform/config/affected/find.ts';
import { backendBlock } from '../../../../src/code/terraform/config/backend-block.ts';
import type { LoadOptions } from '../../../../src/code/terraform/config/configuration.ts';
import { type Files, make, show } from './make.ts';

/** A queue with this delay. The features tested here are OpenTofu's own; see docs/opentofu.md. */
const queue = (delay: string, more = '') =>
  `resource "aws_sqs_queue" "a" {
  delay_seconds = ${delay}
${more}}
`;

function delayIn(files: Files, options: LoadOptions = {}) {
  const { evaluation } = make(files, {}, options);
  return show(evaluation.valueAt('aws_sqs_queue.a', ['delay_seconds']));
}

describe('.tofu files', () => {
  const both = { 'main.tf': queue('1'), 'main.tofu': queue('2') };

  it.each<readonly [string, Files, LoadOptions, number | undefined]>([
    ['stand in for the .tf file of their name', both, {}, 2],
    ['are passed over by Terraform', both, { product: 'terraform' }, 1],
    ['are all there is', { 'main.tofu': queue('2') }, { product: 'tofu' }, 2],
    [
      'alone are nothing to Terraform',
      { 'x.tofu': queue('2') },
      { product: 'terraform' },
      undefined,
    ],
    [
      'stand in for JSON of their name, too',
      {
        'main.tf.json': '{"resource":{"aws_sqs_queue":{"a":{"delay_seconds":1}}}}',
        'main.tofu.json': '{"resource":{"aws_sqs_queue":{"a":{"delay_seconds":3}}}}',
      },
      {},
      3,
    ],
    [
      'may override',
      { 'main.tf': queue('1'), 'a_override.tf': queue('4'), 'a_override.tofu': queue('5') },
      {},
      5,
    ],
    ['of tests are no code', { 'main.tf': queue('1'), 'main.tofutest.hcl': queue('6') }, {}, 1],
  ])('%s', (_, files, options, expected) => {
    expect(delayIn(files, options)).toBe(expected);
  });
});

describe('enabled', () => {
  const on = (value: string) => `
variable "on" {
  default = ${value}
}
${queue(
  '1',
  `  lifecycle {
    enabled = var.on
  }
`,
)}
module "m" {
  source = "./m"
  lifecycle {
    enabled = var.on
  }
}
output "name" {
  value = try(aws_sqs_queue.a.delay_seconds, "none")
}
output "null" {
  value = aws_sqs_queue.a == null
}
`;
  const files = (value: string) => ({
    'main.tf': on(value),
    'm/main.tf': 'resource "aws_sqs_queue" "b" {}\n',
  });

  it.each<readonly [string, readonly string[], unknown, unknown]>([
    ['true', ['aws_sqs_queue.a', 'module.m.aws_sqs_queue.b'], 1, false],
    ['false', [], 'none', true],
  ])('that is %s decides what there is', (value, addresses, name, isNull) => {
    const { evaluation, configuration } = make(files(value));
    const scope = { file: configuration.root.files.values().next().value, bindings: new Map() };
    const shown = ['name', 'null'].map((output) => {
      const source = configuration.root.outputs.get(output)?.value;
      if (source === undefined || scope.file === undefined) throw new Error('No output.');
      const instance = { address: '', module: configuration.root };
      return show(evaluation.evaluate(source.expr, { ...scope, file: scope.file, instance }));
    });

    expect([...evaluation.addresses()].sort()).toEqual(addresses);
    expect(shown).toEqual([name, isNull]);
  });

  it('that is unknown leaves open whether there is anything', () => {
    const unknown = files('true');
    const text = unknown['main.tf'].replaceAll('var.on', 'data.aws_x.y.on');
    const { evaluation } = make({ ...unknown, 'main.tf': `data "aws_x" "y" {}\n${text}` });

    expect(evaluation.unexpanded().length).toBeGreaterThan(0);
  });

  it('affects the resource when it is changed', () => {
    const before = make(files('true')).configuration;
    const after = make(files('false')).configuration;

    const affected = createAffectedFinder().resources(before, after);

    expect(affected.get('')?.get('aws_sqs_queue.a')).toBe('all');
  });
});

describe('sources of modules', () => {
  const inner = `resource "aws_sqs_queue" "a" {
  delay_seconds = 7
}
`;

  it('may use variables and locals, also within modules', () => {
    const { evaluation, problems } = make({
      'main.tf': `
variable "kind" {
  default = "wide"
}
locals {
  home = "./modules/\${var.kind}"
}
module "m" {
  source = local.home
  part   = "inner"
}
`,
      'modules/wide/main.tf': `variable "part" {}
module "n" {
  source = "../\${var.part}"
}
`,
      'modules/inner/main.tf': inner,
    });

    expect(problems).toEqual([]);
    expect([...evaluation.addresses()]).toEqual(['module.m.module.n.aws_sqs_queue.a']);
  });

  it.each([
    [
      'a secret',
      `variable "v" {
  default   = "./m"
  sensitive = true
}
`,
    ],
    ['a value that nobody gives', 'variable "v" {}\n'],
    [
      'a data source',
      `data "x" "y" {}
locals {
  v = data.x.y.v
}
`,
    ],
  ])('may not depend on %s', (_, text) => {
    const name = text.includes('locals') ? 'local.v' : 'var.v';
    const { problems } = make({
      'main.tf': `${text}module "m" {
  source = ${name}
}
`,
      'm/main.tf': inner,
    });

    expect(problems).toMatchObject([{ code: 'module-source' }]);
  });
});

describe('the backend', () => {
  it('may use variables and locals, but not secrets', () => {
    const { configuration } = make({
      'main.tf': `
variable "env" {}
variable "token" {
  default   = "hush"
  sensitive = true
}
locals {
  key = "\${var.env}/state"
}
terraform {
  backend "s3" {
    bucket     = "states-\${var.env}"
    key        = local.key
    secret_key = var.token
  }
}
`,
      'terraform.tfvars': 'env = "prod"\n',
    });

    expect(backendBlock(configuration)?.attributes).toEqual({
      bucket: 'states-prod',
      key: 'prod/state',
    });
  });
});

describe('a provider with for_each', () => {
  const text = `
variable "regions" {
  default = { eu = "blue", us = "red" }
}
provider "aws" {
  alias    = "by_region"
  for_each = var.regions
  default_tags {
    tags = { Region = each.key, Color = each.value }
  }
}
resource "aws_sqs_queue" "a" {
  for_each = var.regions
  provider = aws.by_region[each.key]
}
resource "aws_sqs_queue" "one" {
  provider = aws.by_region["us"]
}
module "m" {
  source    = "./m"
  for_each  = var.regions
  providers = { aws = aws.by_region[each.key] }
}
module "n" {
  source    = "./m"
  providers = { aws = aws.by_region["us"] }
}
`;
  const called = `resource "aws_sqs_queue" "q" {
  name = "q"
}
`;

  it.each<readonly [string, Readonly<Record<string, string>>]>([
    ['aws_sqs_queue.a["eu"]', { Color: 'blue', Region: 'eu' }],
    ['aws_sqs_queue.a["us"]', { Color: 'red', Region: 'us' }],
    ['aws_sqs_queue.one', { Color: 'red', Region: 'us' }],
    ['module.m["eu"].aws_sqs_queue.q', { Color: 'blue', Region: 'eu' }],
    ['module.m["us"].aws_sqs_queue.q', { Color: 'red', Region: 'us' }],
    ['module.n.aws_sqs_queue.q', { Color: 'red', Region: 'us' }],
  ])('gives %s its own default tags', (address, expected) => {
    const { evaluation, problems } = make({ 'main.tf': text, 'm/main.tf': called });
    const tags = [...evaluation.defaultTags(address).values()];

    expect(problems).toEqual([]);
    expect(Object.fromEntries(tags.map(({ key, value }) => [key, show(value)]))).toEqual(expected);
  });
});

it.each([
  [
    'encryption of the state',
    `terraform {
  encryption {
    state {
      enforced = true
    }
  }
}
`,
  ],
  [
    'what is removed with a provisioner',
    `removed {
  from = aws_sqs_queue.old
  lifecycle {
    destroy = true
  }
  provisioner "local-exec" {
    when    = destroy
    command = "echo gone"
  }
}
`,
  ],
])('%s does not affect the rest of the code', (_, text) => {
  const { problems, evaluation } = make(`${text}${queue('1')}`);

  expect(problems).toEqual([]);
  expect([...evaluation.addresses()]).toEqual(['aws_sqs_queue.a']);
});
