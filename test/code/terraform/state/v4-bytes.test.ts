import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { packRows, unpackRows } from '../../../../src/code/terraform/state/kept-rows.ts';
import { StateV4, stateFromV4 } from '../../../../src/code/terraform/state/v4.ts';
import { readV4Bytes } from '../../../../src/code/terraform/state/v4-bytes.ts';
import { hashText } from '../../../../src/model/hash-table.ts';
import type { Json, JsonObject } from '../../../../src/model/json.ts';
import { cases } from '../../../cases.ts';
import { entry, plain, stateText } from './sample.ts';

const names = fc.constantFrom('id', 'arn', 'name', 'tags', 'a"b', '\u00e9', '__proto__');
const values = fc.jsonValue({ maxDepth: 2 }) as fc.Arbitrary<Json>;
const attributes = fc.dictionary(names, values, { noNullPrototype: true });
const optional = { requiredKeys: ['attributes'] } as { requiredKeys: ['attributes'] };
const instance = fc.record(
  {
    attributes: fc.option(attributes),
    index_key: fc.oneof(fc.string(), fc.nat(9)),
    status: fc.constantFrom('tainted', null),
    deposed: fc.constantFrom('', '0badc0de'),
    attributes_flat: fc.dictionary(fc.constantFrom('id', 'a.0'), fc.string()),
    sensitive_attributes: fc.constant([[{ type: 'get_attr', value: 'name' }]]),
    identity: fc.option(attributes),
    dependencies: fc.option(fc.array(fc.constantFrom('aws_vpc.a', 'module.b.aws_vpc.c'))),
    create_before_destroy: fc.boolean(),
  },
  optional,
);
const resource = fc.record({
  module: fc.constantFrom('', 'module.net["a.b"]'),
  mode: fc.constantFrom('managed', 'data'),
  type: fc.constantFrom('aws_vpc', 'terraform_data'),
  name: fc.constantFrom('a', 'b'),
  provider: fc.constant('provider["registry.example.com/hashicorp/aws"]'),
  instances: fc.array(instance, { maxLength: 4 }),
});
const states = fc.record({
  version: fc.constant(4),
  serial: fc.nat(),
  lineage: fc.string(),
  terraform_version: fc.constant('1.11.4'),
  outputs: fc.dictionary(fc.string(), values, { noNullPrototype: true }),
  resources: fc.array(resource, { maxLength: 4 }),
  check_results: fc.option(values),
});

const readBytes = (text: string) => readV4Bytes(Buffer.from(text));

describe('readV4Bytes', () => {
  it('reads the same as a parser of the whole state', () => {
    fc.assert(
      fc.property(states, fc.constantFrom(undefined, 2), (state, indent) => {
        const text = JSON.stringify(state, null, indent);
        const whole = stateFromV4(StateV4.parse(JSON.parse(text)));
        const read = readBytes(text);
        const { addresses = [], resourceAddresses = [] } = read?.hashes ?? {};
        expect({ ...read, resources: read?.resources.map(plain) }).toEqual({
          ...whole,
          resources: whole.resources.map(plain),
          hashes: read?.hashes,
          ...(read?.found && { found: read.found }),
        });
        expect([...Array.from(addresses), ...Array.from(resourceAddresses)]).toEqual(
          [
            ...whole.resources.map(({ address }) => address),
            ...whole.resources.map(({ resourceAddress }) => resourceAddress),
          ].map(hashText),
        );
        for (const [at, { attributes }] of whole.resources.entries()) {
          for (const name of ['id', 'tags', '__proto__', 'absent']) {
            const own = Object.hasOwn(attributes, name) ? attributes[name] : undefined;
            expect(read?.resources[at]?.attribute(name)).toEqual(own);
          }
        }
      }),
      { numRuns: cases(1000) },
    );
  });

  it('leaves truncated text to that parser, which reports it', () => {
    fc.assert(
      fc.property(states, fc.double({ min: 0, max: 1, noNaN: true }), (state, part) => {
        const text = JSON.stringify(state);
        expect(readBytes(text.slice(0, Math.floor(part * (text.length - 1))))).toBeUndefined();
      }),
      { numRuns: cases(1000) },
    );
  });

  const of = (resource: JsonObject | string) =>
    `{"version":4,"resources":[${typeof resource === 'string' ? resource : JSON.stringify(resource)}]}`;
  const vpc = { mode: 'managed', type: 'aws_vpc', name: 'a' };

  it.each([
    ['more behind the state', `${of({ ...vpc, instances: [] })} x`],
    ['another version', '{"version":5,"resources":[]}'],
    ['an encrypted state', '{"version":4,"encrypted_data":"x","resources":[]}'],
    ['a mode that is none', of({ ...vpc, mode: 'other', instances: [] })],
    ['an instance that is none', of({ ...vpc, instances: [1] })],
    ['a member that is named twice', of('{"mode":"data","mode":"managed","instances":[]}')],
    ['attributes that are a list', of({ ...vpc, instances: [{ attributes: [] }] })],
    [
      'a number that is none among attributes',
      of('{"mode":"managed","type":"a","name":"b","instances":[{"attributes":{"x":01}}]}'),
    ],
  ])('leaves %s to that parser', (_, text) => {
    expect(readBytes(text)).toBeUndefined();
  });
});

describe('rows kept from an earlier read', () => {
  it('give the same as reading the bytes again', () => {
    let kept = 0;
    fc.assert(
      fc.property(states, fc.constantFrom(undefined, 2), (state, indent) => {
        const bytes = Buffer.from(JSON.stringify(state, null, indent));
        const read = readV4Bytes(bytes);
        const packed = read && packRows(read, 'key');
        const isValue = ({ attributes, deposed = '' }: (typeof instances)[number]): boolean =>
          attributes === null && deposed === '';
        const instances = state.resources.flatMap((one) => one.instances);
        // A resource without attributes cannot be read from the bytes later.
        expect(packed === undefined).toBe(instances.some(isValue));
        if (packed === undefined) return;
        kept += 1;
        const again = unpackRows(bytes, packed, 'key');
        const shown = (all = read) =>
          all && { ...all, resources: all.resources.map(plain), found: undefined };
        expect(shown(again)).toEqual(shown());
        expect(again && packRows(again, 'key')).toEqual(packed);
        expect(unpackRows(bytes, packed, 'another')).toBeUndefined();
      }),
    );
    expect(kept).toBeGreaterThan(20);
  });

  it('are not used if any byte of them has changed', () => {
    const bytes = Buffer.from(stateText(entry('aws_vpc', 'a', { id: 'vpc-1' })));
    const read = readV4Bytes(bytes);
    const packed = (read && packRows(read, 'key')) ?? Buffer.of();
    expect(unpackRows(bytes, packed, 'key')).toBeDefined();
    for (let at = 0; at < packed.length; at += 1) {
      const other = Buffer.from(packed);
      other[at] = (other[at] ?? 0) ^ 1;
      expect(unpackRows(bytes, other, 'key')).toBeUndefined();
      expect(unpackRows(bytes, packed.subarray(0, at), 'key')).toBeUndefined();
    }
    expect(unpackRows(bytes, Buffer.of(), 'key')).toBeUndefined();
  });
});
