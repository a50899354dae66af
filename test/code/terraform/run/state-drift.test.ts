import { describe, expect, it } from 'vitest';
import { marksSecrets, stateDrift } from '../../../../src/code/terraform/run/state-drift.ts';
import type { JsonObject } from '../../../../src/model/json.ts';

interface Instance {
  readonly attributes: JsonObject;
  readonly secret?: readonly string[];
}

function state(queues: Readonly<Record<string, Instance>>): string {
  const resources = Object.entries(queues).map(([name, { attributes, secret = [] }]) => ({
    ...{ mode: 'managed', type: 'aws_sqs_queue', name, provider: 'provider["x/y/aws"]' },
    instances: [
      {
        schema_version: 0,
        attributes,
        sensitive_attributes: secret.map((value) => [{ type: 'get_attr', value }]),
      },
    ],
  }));
  return JSON.stringify({ version: 4, terraform_version: '1.11.4', serial: 1, resources });
}

const queue = (name: string) => `aws_sqs_queue.${name}`;
const drift = (
  before: Readonly<Record<string, Instance>>,
  live: Readonly<Record<string, Instance>>,
  ...names: readonly string[]
) => stateDrift({ before: state(before), refreshed: state(live) }, names.map(queue));

describe('the drift between two states', () => {
  it('contains the changed or deleted resources that Terraform names', () => {
    const before = { a: { attributes: { delay: 1, name: 'a' } }, b: { attributes: { delay: 1 } } };
    const live = { a: { attributes: { delay: 2, name: 'a' } } };

    expect(drift(before, live, 'b', 'a', 'a')).toMatchObject([
      {
        ...{ address: queue('a'), mode: 'managed', type: 'aws_sqs_queue', actions: ['update'] },
        after: { delay: 2, name: 'a' },
        differences: [{ path: ['delay'], before: 1, after: 2 }],
      },
      { address: queue('b'), actions: ['delete'], before: { delay: 1 }, after: null },
    ]);
    expect(drift(before, live)).toEqual([]);
  });

  it.each([
    ['before', ['key'], []],
    ['live', [], ['key']],
  ])('only tells that a secret changed if it is marked in the %s state', (_, old, now) => {
    const reported = drift(
      { a: { attributes: { key: 'first hush', delay: 1 }, secret: old } },
      { a: { attributes: { key: 'second hush', delay: 1 }, secret: now } },
      'a',
    );

    expect(reported).toMatchObject([{ secrets: [{ path: ['key'], changed: true }] }]);
    expect(JSON.stringify(reported)).not.toContain('hush');
  });

  it.each<
    readonly [string, Readonly<Record<string, Instance>>, Readonly<Record<string, Instance>>]
  >([
    ['an address that it had not', {}, { a: { attributes: { delay: 2 } } }],
    [
      'a value that has its type beside it',
      { a: { attributes: { input: { value: 'x', type: 'string' } } } },
      { a: { attributes: { input: { value: 'y', type: 'string' } } } },
    ],
    [
      'such a value deep in another',
      { a: { attributes: { list: [{}] } } },
      { a: { attributes: { list: [{ of: { type: ['map', 'string'], value: {} } }] } } },
    ],
  ])('is left to Terraform if there is %s', (_, before, live) => {
    expect(drift(before, live, 'a')).toBeUndefined();
  });

  it('is left to Terraform if a text is not a state', () => {
    expect(stateDrift({ before: '{}', refreshed: state({}) }, [queue('a')])).toBeUndefined();
  });
});

describe('states contain the sensitivity marks of providers', () => {
  it.each<readonly [string | undefined, boolean]>([
    ['1.11.0', true],
    ['1.12.0-beta1', true],
    ['2.0.0', true],
    ['1.10.5', false],
    ['1.9.0', false],
    ['', false],
    [undefined, false],
  ])('if written by Terraform %s: %s', (version, expected) => {
    expect(marksSecrets(version)).toBe(expected);
  });
});
