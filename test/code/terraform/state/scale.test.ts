import { describe, expect, it } from 'vitest';
import { createStateIndex } from '../../../../src/code/terraform/state/index.ts';
import { parseState } from '../../../../src/code/terraform/state/parse.ts';
import type { Json } from '../../../../src/model/json.ts';
import { loadSchema } from '../../../../src/providers/schema/load.ts';
import { account, entry } from './sample.ts';

const types = ['aws_instance', 'aws_db_instance', 'aws_sqs_queue', 'aws_subnet', 'aws_iam_role'];
const lookups = 1000;

/** Attributes as a provider fills them in: all that the schema has. */
function attributes(type: string, at: number): { readonly [key: string]: Json } {
  const known = [...(schema.resource(type)?.attributes ?? [])].map(([name, { type: of }]) => {
    if (of.kind === 'string') return [name, `${name}-${at}`] as const;
    if (of.kind === 'number') return [name, at] as const;
    if (of.kind === 'bool') return [name, true] as const;
    return [name, of.kind === 'map' ? { Team: 'core', Name: `${at}` } : []] as const;
  });
  const arn = `arn:aws:x:eu-west-1:${account}:thing/${at}`;
  return { ...Object.fromEntries(known), id: `id-${at}`, name: `name-${at}`, arn };
}

const schema = loadSchema();

function bigState(size: number): string {
  const resources = Array.from({ length: size }, (_, at) => {
    const type = types[at % types.length] ?? '';
    return entry(type, `r${at}`, attributes(type, at));
  });
  return JSON.stringify({ version: 4, serial: 1, lineage: 'x', resources }, null, 2);
}

describe('a large state', () => {
  it.each([1000, 20_000])('with %i resources finds each by a key after one that fails', (size) => {
    const state = parseState(bigState(size), 'big.tfstate');
    if (!state.ok) throw new Error(state.error.message);
    const index = createStateIndex(state.value, schema);
    const first = index.find({ type: 'aws_db_instance', keys: [{ id: 'id-1' }] });

    expect(first.kind).toBe('found');
    for (let n = 0; n < lookups; n += 1) {
      const at = 1 + types.length * (n % (size / types.length));
      const arn = `arn:aws:x:eu-west-1:${account}:thing/${at}`;
      const result = index.find({ type: 'aws_db_instance', keys: [{ name: 'no' }, { arn }] });
      expect(result).toMatchObject({
        kind: 'found',
        resource: { address: `aws_db_instance.r${at}` },
      });
    }
  });
});
