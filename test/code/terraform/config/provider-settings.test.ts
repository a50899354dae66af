import { describe, expect, it } from 'vitest';
import { createEvaluation } from '../../../../src/code/terraform/config/evaluation.ts';
import { loadConfiguration } from '../../../../src/code/terraform/config/load.ts';
import { providerSettings } from '../../../../src/code/terraform/config/provider-settings.ts';

const queue = `resource "aws_sqs_queue" "it" {
  delay_seconds = 5
}
`;
const locals = `locals {
  owner = "shop"
  delay = 5
}
`;
const tags = `provider "aws" {
  default_tags {
    tags = { Owner = local.owner }
  }
}
`;
const inModule = `module "m" {
  source = "./m"
  region = local.owner
}
`;
const ofModule = `variable "region" {}
provider "aws" {
  region = var.region
}
`;

function settings(main: string, child = ''): string | undefined {
  const tree = new Map([
    ['main.tf', main],
    ['m/main.tf', child],
  ]);
  return providerSettings(createEvaluation(loadConfiguration(tree, {}).configuration));
}

describe('the settings of providers', () => {
  it.each<[string, string, string, string?]>([
    ['another argument of a resource', queue, queue.replace('5', '9')],
    ['a local that no provider reads', locals + tags, locals.replace('5', '9') + tags],
    ['comments', tags + locals, `# tags\n${tags}${locals}`],
    [
      'a default that a call passes by',
      inModule + locals,
      inModule + locals.replace('5', '9'),
      ofModule,
    ],
  ])('are the same after a change of %s', (_, before, after, child) => {
    expect(settings(after, child)).toBe(settings(before, child));
    expect(settings(before, child)).toBeDefined();
  });

  it.each<[string, string, string, string?]>([
    [
      'an argument',
      `provider "aws" {
  region = "a"
}
`,
      `provider "aws" {
  region = "b"
}
`,
    ],
    [
      'an argument more',
      'provider "aws" {}\n',
      `provider "aws" {
  region = "b"
}
`,
    ],
    [
      'a block more',
      'provider "aws" {}\n',
      `provider "aws" {
  assume_role {}
}
`,
    ],
    ['a tag of a local', locals + tags, locals.replace('shop', 'web') + tags],
    [
      'what a module is passed',
      inModule + locals,
      inModule + locals.replace('shop', 'b'),
      ofModule,
    ],
    [
      'a provider more',
      '',
      `provider "aws" {
  alias = "west"
}
`,
    ],
  ])('differ by %s', (_, before, after, child) => {
    expect(settings(after, child)).not.toBe(settings(before, child));
  });

  it.each<readonly [string, string]>([
    [
      'an input without a value',
      `variable "region" {}
provider "aws" {
  region = var.region
}
`,
    ],
    [
      'a resource',
      `${queue}provider "aws" {
  region = aws_sqs_queue.it.arn
}
`,
    ],
    [
      'what does not parse',
      `provider "aws" {
  region = = 1
}
`,
    ],
  ])('are unknown with %s', (_, main) => {
    expect(settings(main)).toBeUndefined();
  });
});
