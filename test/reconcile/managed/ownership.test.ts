import { describe, expect, it } from 'vitest';
import { loadConfiguration } from '../../../src/code/terraform/config/load.ts';
import { createStateIndex } from '../../../src/code/terraform/state/index.ts';
import { parseState } from '../../../src/code/terraform/state/parse.ts';
import type { Cloud } from '../../../src/model/event.ts';
import type { JsonObject } from '../../../src/model/json.ts';
import type { KeptEvent } from '../../../src/ports/store/kept-event.ts';
import { loadSchema } from '../../../src/providers/schema/load.ts';
import { ownership } from '../../../src/reconcile/managed/ownership.ts';

const schema = loadSchema();

function owns(
  resources: readonly (readonly [type: string, attributes: JsonObject])[],
  event: { cloud: Cloud; scope: string; region?: string; service?: string },
  code: Readonly<Record<string, string>> = {},
): boolean {
  const text = JSON.stringify({
    version: 4,
    terraform_version: '1.11.4',
    serial: 1,
    lineage: 'x',
    resources: resources.map(([type, attributes], i) => ({
      mode: 'managed',
      type,
      name: `r${i}`,
      provider: `provider["registry.terraform.io/hashicorp/${type.split('_')[0]}"]`,
      instances: [{ attributes }],
    })),
  });
  const state = parseState(text, 'terraform.tfstate');
  if (!state.ok) throw new Error(state.error.message);
  const { configuration } = loadConfiguration(new Map(Object.entries(code)));
  const kept = { region: '', service: '', ...event } as KeptEvent;
  const ingested = { events: new Map([['e', kept]]) };
  return ownership(
    ingested,
    state.value,
    createStateIndex(state.value, schema),
    configuration,
  )('e');
}

const queue = ['aws_sqs_queue', { arn: 'arn:aws:sqs:eu-west-1:111111111111:jobs' }] as const;
const role = ['aws_iam_role', { arn: 'arn:aws:iam::111111111111:role/web' }] as const;
const subscription = '00000000-0000-4000-8000-00000000000a';
const group = [
  'azurerm_resource_group',
  { id: `/subscriptions/${subscription}/resourceGroups/web` },
] as const;
const topic = [
  'google_pubsub_topic',
  { id: 'projects/shop/topics/jobs', project: 'shop' },
] as const;

describe('what a root owns', () => {
  it.each([
    [
      'its account and region',
      [queue],
      { cloud: 'aws', scope: '111111111111', region: 'eu-west-1' },
      true,
    ],
    [
      'another region',
      [queue],
      { cloud: 'aws', scope: '111111111111', region: 'us-east-1' },
      false,
    ],
    [
      'another account',
      [queue],
      { cloud: 'aws', scope: '222222222222', region: 'eu-west-1' },
      false,
    ],
    [
      'a worldwide service, whose records say us-east-1',
      [queue],
      { cloud: 'aws', scope: '111111111111', region: 'us-east-1', service: 'iam.amazonaws.com' },
      true,
    ],
    [
      'every region, where none is known',
      [role],
      { cloud: 'aws', scope: '111111111111', region: 'eu-west-1' },
      true,
    ],
    [
      'nothing, with an empty state and no code',
      [],
      { cloud: 'aws', scope: '222222222222', region: 'eu-west-1' },
      false,
    ],
    [
      'its subscription, however it is written',
      [group],
      { cloud: 'azure', scope: subscription.toUpperCase() },
      true,
    ],
    [
      'another subscription',
      [group],
      { cloud: 'azure', scope: subscription.replace('a', 'b') },
      false,
    ],
    ['its project', [topic], { cloud: 'gcp', scope: 'shop' }, true],
    ['another project', [topic], { cloud: 'gcp', scope: 'shop-test' }, false],
    [
      'nothing of a cloud that neither state nor code speak of',
      [topic],
      { cloud: 'azure', scope: subscription },
      false,
    ],
  ] as const)('%s', (_name, resources, event, expected) => {
    expect(owns(resources, event)).toBe(expected);
  });

  it.each([
    ['a provider', { 'main.tf': 'provider "aws" {}' }, true],
    ['a provider of another cloud', { 'main.tf': 'provider "google" {}' }, false],
    ['a resource', { 'main.tf': 'resource "aws_sqs_queue" "a" {}' }, true],
    ['a resource of another cloud', { 'main.tf': 'resource "null_resource" "a" {}' }, false],
    ['a data source', { 'main.tf': 'data "aws_caller_identity" "me" {}' }, true],
    [
      'an import',
      {
        'main.tf': `import {
  to = aws_sqs_queue.a
  id = "x"
}`,
      },
      true,
    ],
    [
      'an import of another cloud',
      {
        'main.tf': `import {
  to = google_x.aws_a
  id = "x"
}`,
      },
      false,
    ],
    [
      'a module with a resource',
      {
        'main.tf': `module "a" {
  source = "./a"
}`,
        'a/main.tf': 'resource "aws_sqs_queue" "a" {}',
      },
      true,
    ],
    [
      'a module that is not installed',
      {
        'main.tf': `module "a" {
  source = "acme/a/aws"
}`,
      },
      true,
    ],
    ['a name that looks like it', { 'main.tf': 'variable "aws_region" {}' }, false],
  ] as const)(
    'is all of a cloud with an empty state where the code has %s',
    (_name, code, expected) => {
      const event = { cloud: 'aws', scope: '222222222222', region: 'eu-west-1' } as const;

      expect(owns([], event, code)).toBe(expected);
    },
  );
});
