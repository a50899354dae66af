import { describe, expect, it } from 'vitest';
import { loadConfiguration } from '../../../../src/code/terraform/config/load.ts';
import { followMoves } from '../../../../src/code/terraform/moves/follow.ts';
import { createStateIndex } from '../../../../src/code/terraform/state/index.ts';
import { parseState } from '../../../../src/code/terraform/state/parse.ts';
import type { TerraformState } from '../../../../src/code/terraform/state/types.ts';
import { loadSchema } from '../../../../src/providers/schema/load.ts';
import { moveCases, stateWithInstances } from './cases.ts';

const schema = loadSchema();

function stateOf(text: string): TerraformState {
  const state = parseState(text, 'terraform.tfstate');
  if (!state.ok) throw new Error(state.error.message);
  return state.value;
}

function followed(state: TerraformState, files: Readonly<Record<string, string>>): TerraformState {
  return followMoves(state, loadConfiguration(new Map(Object.entries(files))).configuration);
}

describe('what moves in a state', () => {
  it.each(moveCases)('$name', ({ files, state, moves }) => {
    const stored = stateOf(stateWithInstances(state));

    const seen = followed(stored, files);

    const places = seen.resources.map(({ address, attributes }) => [attributes['id'], address]);
    const moved = places.filter(([id, address]) => id !== address);
    expect(Object.fromEntries(moved)).toEqual(moves);
    expect(Object.fromEntries((seen.moves ?? []).map(({ from, to }) => [from, to]))).toEqual(moves);
    if (moved.length === 0) expect(seen).toBe(stored);
    const index = createStateIndex(seen, schema);
    for (const [from, to] of Object.entries(moves)) {
      expect(index.get(to)?.attributes).toMatchObject({ id: from });
    }
  });
});

const moved = (from: string, to: string) => `moved {
  from = ${from}
  to   = ${to}
}
`;

/** The addresses of a state in which the code moves something that Terraform would refuse. */
function addressesAfter(code: string, ...state: readonly string[]): readonly string[] {
  const seen = followed(stateOf(stateWithInstances(state)), { 'main.tf': code });
  return seen.resources.map(({ address }) => address);
}

describe('what Terraform refuses', () => {
  const [a, b] = ['terraform_data.a', 'terraform_data.b'];

  it('moves nothing: blocks that lead in circles', () => {
    expect(addressesAfter(moved(a, b) + moved(b, a), a)).toEqual([a]);
  });

  it('moves nothing: what is still declared', () => {
    const declared = `resource "terraform_data" "a" {}
module "m" {
  source = "./m"
}
`;

    expect(addressesAfter(declared + moved(a, b), a)).toEqual([a]);
    expect(addressesAfter(declared + moved('module.m', 'module.n'), `module.m.${a}`)).toEqual([
      `module.m.${a}`,
    ]);
  });

  it('moves nothing: a module to a resource, data, and what is no address', () => {
    expect(addressesAfter(moved(a, 'module.m'), a)).toEqual([a]);
    expect(addressesAfter(moved(`data.${a}`, b), a)).toEqual([a]);
    expect(addressesAfter(moved(a, 'upper("x")'), a)).toEqual([a]);
    expect(
      addressesAfter(
        `moved {
  from = terraform_data.a
}
`,
        a,
      ),
    ).toEqual([a]);
  });
});

it('a move to another type is left to the provider', () => {
  expect(addressesAfter(moved('terraform_data.a', 'null_resource.a'), 'terraform_data.a')).toEqual([
    'terraform_data.a',
  ]);
});

describe('a state in which something moved', () => {
  const queue = (name: string, more: object) => ({
    ...{ mode: 'managed', type: 'aws_sqs_queue', name, provider: 'p' },
    instances: [{ attributes: { id: name, name }, ...more }],
  });
  const text = JSON.stringify({
    ...{ version: 4, serial: 7, lineage: 'l' },
    resources: [
      queue('orders', { status: 'tainted', identity: { url: 'u' } }),
      queue('failed', { dependencies: ['aws_sqs_queue.orders', 'aws_sqs_queue.other'] }),
    ],
  });
  const seen = followed(stateOf(text), {
    'main.tf': `resource "aws_sqs_queue" "purchases" {}\n${moved('aws_sqs_queue.orders', 'aws_sqs_queue.purchases')}`,
  });

  it('keeps everything else', () => {
    expect(seen).toMatchObject({ format: 'v4', serial: 7, lineage: 'l' });
    const [first] = seen.resources;
    expect(first?.tainted).toBe(true);
    expect(first?.identity).toEqual({ url: 'u' });
    expect(first?.provider).toBe('p');
    expect(first?.attribute('name')).toBe('orders');
    expect(first?.name).toBe('purchases');
    expect(first?.resourceAddress).toBe('aws_sqs_queue.purchases');
  });

  it('has the new names in dependencies', () => {
    expect(seen.resources[1]?.dependencies).toEqual([
      'aws_sqs_queue.purchases',
      'aws_sqs_queue.other',
    ]);
  });

  it('is found by what a log names', () => {
    const index = createStateIndex(seen, schema);

    expect(index.find({ type: 'aws_sqs_queue', keys: [{ name: 'orders' }] })).toMatchObject({
      kind: 'found',
      resource: { address: 'aws_sqs_queue.purchases' },
    });
    expect(index.get('aws_sqs_queue.orders')).toBeUndefined();
    expect(index.keys('aws_sqs_queue.purchases')).toEqual([undefined]);
  });
});
