import { describe, expect, it } from 'vitest';
import { isSettledPatch } from '../../../src/app/verify/settled.ts';
import type { SeenDifferences } from '../../../src/code/terraform/run/seen.ts';
import type { TerraformState } from '../../../src/code/terraform/state/types.ts';
import type { PatchedIntent } from '../../../src/ports/patched-intent.ts';

const a = 'aws_sqs_queue.a';
const first = 'module.m["x"].aws_sqs_queue.many[0]';
const second = 'module.m["x"].aws_sqs_queue.many[1]';
const other = 'aws_kms_key.other';

const state = {
  resources: [a, first, second, other, 'data.aws_ami.x'].map((address) => ({
    address,
    mode: address.startsWith('data.') ? 'data' : 'managed',
  })),
} as unknown as TerraformState;

function seen(...refreshed: readonly string[]): SeenDifferences {
  return { targets: refreshed, refreshed: new Set(refreshed), drift: [], file: 'x' };
}

function writes(...texts: readonly string[]): readonly PatchedIntent[] {
  const edits = texts.map((text) => ({ offset: 0, length: 0, text }));
  return [{ patch: { files: [{ path: 'main.tf', edits }] } } as unknown as PatchedIntent];
}

describe('nothing has to be read again', () => {
  it.each<readonly [string, readonly string[], string]>([
    ['a literal', [a], '30'],
    ['a text without a dot', [a], '"orders"'],
    ['a network', [a], '["10.0.0.0/16"]'],
    ['what stands beside it', [a], 'merge(each.value, { index = count.index, at = path.module })'],
    ['a resource that was read', [a], 'aws_sqs_queue.a.arn'],
    ['an instance of several that were all read', [first], '"x"'],
  ])('for %s', (_, addresses, text) => {
    expect(isSettledPatch(seen(a, first, second), state, addresses, writes(text))).toBe(true);
  });
});

describe('what a plan rests on is read again', () => {
  it.each<readonly [string, SeenDifferences, readonly string[], string]>([
    ['all of the project', seen(a, first, second, other), [], '30'],
    ['a resource that was not read', seen(a), [other], '30'],
    ['a resource that is new', seen(a), ['aws_sqs_queue.new'], '30'],
    ['one of several, of which some were not read', seen(a, first), [first], '30'],
    ['a patch that refers to one that was not read', seen(a), [a], 'aws_kms_key.other.arn'],
    ['the same in a text', seen(a), [a], '"key/${aws_kms_key.other.arn}"'],
    ['a name that another module has, too', seen(a, first), [a], 'aws_sqs_queue.many[0].arn'],
    ['a local', seen(a), [a], 'local.arn'],
    ['a variable', seen(a), [a], 'var.arn'],
    ['an output of a module', seen(a), [a], 'module.m.arn'],
    ['a data source', seen(a), [a], 'data.aws_ami.x.id'],
    ['a text that could be a reference', seen(a), [a], '"sqs.amazonaws.com"'],
  ])('for %s', (_, before, addresses, text) => {
    expect(isSettledPatch(before, state, addresses, writes('30', text))).toBe(false);
  });
});
