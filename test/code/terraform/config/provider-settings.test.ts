import { describe, expect, it } from 'vitest';
import { createEvaluation } from '../../../../src/code/terraform/config/evaluation.ts';
import { loadConfiguration } from '../../../../src/code/terraform/config/load.ts';
import { providerSettings } from '../../../../src/code/terraform/config/provider-settings.ts';

const queue = 'resource "aws_sqs_queue" "it" {\n  delay_seconds = 5\n}\n';
const locals = 'locals {\n  owner = "shop"\n  delay = 5\n}\n';
const tags = 'provider "aws" {\n  default_tags {\n    tags = { Owner = local.owner }\n  }\n}\n';
const inModule = 'module "m" {\n  source = "./m"\n  region = local.owner\n}\n';
const ofModule = 'variable "region" {}\nprovider "aws" {\n  region = var.region\n}\n';

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
      'provider "aws" {\n  region = "a"\n}\n',
      'provider "aws" {\n  region = "b"\n}\n',
    ],
    ['an argument more', 'provider "aws" {}\n', 'provider "aws" {\n  region = "b"\n}\n'],
    ['a block more', 'provider "aws" {}\n', 'provider "aws" {\n  assume_role {}\n}\n'],
    ['a tag of a local', locals + tags, locals.replace('shop', 'web') + tags],
    [
      'what a module is passed',
      inModule + locals,
      inModule + locals.replace('shop', 'b'),
      ofModule,
    ],
    ['a provider more', '', 'provider "aws" {\n  alias = "west"\n}\n'],
  ])('differ by %s', (_, before, after, child) => {
    expect(settings(after, child)).not.toBe(settings(before, child));
  });

  it.each<readonly [string, string]>([
    [
      'an input without a value',
      'variable "region" {}\nprovider "aws" {\n  region = var.region\n}\n',
    ],
    ['a resource', `${queue}provider "aws" {\n  region = aws_sqs_queue.it.arn\n}\n`],
    ['what does not parse', 'provider "aws" {\n  region = = 1\n}\n'],
  ])('are unknown with %s', (_, main) => {
    expect(settings(main)).toBeUndefined();
  });
});
