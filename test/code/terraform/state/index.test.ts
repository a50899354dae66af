import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  createStateEstate,
  createStateValues,
} from '../../../../src/code/terraform/state/estate.ts';
import { createStateIndex } from '../../../../src/code/terraform/state/index.ts';
import { parseState } from '../../../../src/code/terraform/state/parse.ts';
import type { StateIndex } from '../../../../src/code/terraform/state/types.ts';
import type { Json } from '../../../../src/model/json.ts';
import { loadSchema } from '../../../../src/providers/schema/load.ts';
import { entry, stateText } from './sample.ts';

const schema = loadSchema();

function index(...resources: readonly Json[]): StateIndex {
  const state = parseState(stateText(...resources), 'x.tfstate');
  if (!state.ok) throw new Error(state.error.message);
  return createStateIndex(state.value, schema);
}

describe('the state index', () => {
  const small = index(
    entry('aws_subnet', 'b', { id: 'subnet-2', vpc_id: 'vpc-1', map: { a: '1' }, count: 2 }),
    entry('aws_subnet', 'a', { id: 'subnet-1', vpc_id: 'vpc-1', enabled: true }),
    entry(
      'aws_subnet',
      'each',
      {},
      {
        instances: [
          { index_key: 'z', attributes: { id: 'subnet-3', vpc_id: 'vpc-2' } },
          { index_key: 'a.b"', attributes: { id: 'subnet-4', vpc_id: 'VPC-1' } },
        ],
      },
    ),
    entry(
      'aws_vpc',
      'n',
      {},
      {
        instances: [10, 9, 0].map((key) => ({ index_key: key, attributes: { id: `vpc-${key}` } })),
      },
    ),
    entry('aws_ami', 'x', { id: 'ami-1' }, { mode: 'data' }),
  );

  it('returns instances by address, including data sources', () => {
    expect(small.size).toBe(8);
    expect(small.get('aws_subnet.each["a.b\\""]')?.attributes['id']).toBe('subnet-4');
    expect(small.get('data.aws_ami.x')?.mode).toBe('data');
    expect(small.get('aws_subnet.each')).toBeUndefined();
  });

  it('lists managed resources of a type by address', () => {
    expect(small.ofType('aws_subnet').map(({ address }) => address)).toEqual([
      'aws_subnet.a',
      'aws_subnet.b',
      'aws_subnet.each["a.b\\""]',
      'aws_subnet.each["z"]',
    ]);
    expect(small.ofType('aws_ami')).toEqual([]);
    expect(small.ofType('__proto__')).toEqual([]);
  });

  it.each<[string, string, string[]]>([
    ['vpc_id', 'vpc-1', ['aws_subnet.a', 'aws_subnet.b']],
    ['count', '2', ['aws_subnet.b']],
    ['enabled', 'true', ['aws_subnet.a']],
    ['map', '1', []],
    ['toString', 'x', []],
  ])('finds those where %s is %s', (attribute, value, expected) => {
    const addresses = small.where('aws_subnet', attribute, value).map(({ address }) => address);

    expect(addresses).toEqual(expected);
  });

  it('lists the keys of a resource', () => {
    expect(small.keys('aws_subnet.each')).toEqual(['a.b"', 'z']);
    expect(small.keys('aws_vpc.n')).toEqual([0, 9, 10]);
    expect(small.keys('aws_subnet.a')).toEqual([undefined]);
    expect(small.keys('aws_subnet.nothing')).toEqual([]);
  });

  it('serves the evaluator and the catalog', () => {
    const values = createStateValues(small);
    const estate = createStateEstate(
      small,
      (address, attribute) => `${address}.${attribute}` === 'aws_subnet.a.tags',
    );

    expect(values.get('aws_subnet.a')).toEqual({ id: 'subnet-1', vpc_id: 'vpc-1', enabled: true });
    expect(values.get('aws_subnet.nothing')).toBeUndefined();
    expect(values.keys('aws_vpc.n')).toEqual([0, 9, 10]);
    const subnet = estate.find({ type: 'aws_subnet', keys: [{ id: 'subnet-1' }] });
    expect(subnet?.address).toBe('aws_subnet.a');
    expect([subnet?.declares('tags'), subnet?.declares('vpc_id')]).toEqual([true, false]);
    expect(estate.find({ type: 'aws_subnet', keys: [{ vpc_id: 'vpc-1' }] })).toBeUndefined();
    expect(estate.where('aws_subnet', 'vpc_id', 'vpc-2')[0]?.address).toBe('aws_subnet.each["z"]');
    expect(estate.ofType('aws_vpc')).toHaveLength(3);
  });
});

describe('secrets', () => {
  const path = (...names: readonly string[]) => names.map((value) => ({ type: 'get_attr', value }));
  const at = (value: number) => ({ type: 'index', value: { value, type: 'number' } });

  it.each<[string, Json, Json]>([
    [
      'what the schema declares secret',
      entry('aws_db_instance', 'x', { id: 'db', password: 'S', username: 'u' }),
      { id: 'db', username: 'u' },
    ],
    [
      'what it declares secret inside blocks',
      entry('aws_mq_broker', 'x', {
        user: [
          { username: 'a', password: 'S' },
          { username: 'b', password: 'S' },
        ],
      }),
      { user: [{ username: 'a' }, { username: 'b' }] },
    ],
    [
      'what the state marks',
      entry(
        'aws_instance',
        'x',
        { id: 'i', user_data: 'S' },
        {},
        {
          sensitive_attributes: [path('user_data')],
        },
      ),
      { id: 'i' },
    ],
    [
      'elements that the state marks, keeping positions',
      entry(
        'aws_instance',
        'x',
        { list: ['a', 'S'], blocks: [{ a: 'S', b: 1 }, { a: 2 }] },
        {},
        {
          sensitive_attributes: [
            [...path('list'), at(1)],
            [...path('blocks'), at(0), ...path('a')],
          ],
        },
      ),
      { list: ['a', null], blocks: [{ b: 1 }, { a: 2 }] },
    ],
    [
      'everything when the marks are not understood',
      entry('aws_instance', 'x', { id: 'S' }, {}, { sensitive_attributes: 'what' }),
      {},
    ],
    [
      'names that give secrets away, in types of other providers',
      entry('acme_thing', 'x', { id: '1', api_token: 'S', db_password: 'S', secretary: 'ok' }),
      { id: '1', secretary: 'ok' },
    ],
    [
      'the result of random_password',
      entry('random_password', 'x', { id: '1', result: 'S' }),
      { id: '1' },
    ],
    [
      'data sources that read secrets',
      entry('aws_ssm_parameter', 'x', { id: '1', value: 'S' }, { mode: 'data' }),
      { id: '1' },
    ],
  ])('hides %s', (_, resource, expected) => {
    const hidden = index(resource);
    const type = (resource as { type: string }).type;
    const data = (resource as { mode: string }).mode === 'data';

    expect(hidden.get(`${data ? 'data.' : ''}${type}.x`)?.attributes).toEqual(expected);
    expect(hidden.where(type, 'password', 'S')).toEqual([]);
    expect(hidden.where(type, 'user_data', 'S')).toEqual([]);
  });

  it('stay out of JSON made of a resource', () => {
    const [resource] = index(entry('aws_db_instance', 'x', { password: 'SECRET' })).ofType(
      'aws_db_instance',
    );

    expect(JSON.stringify(resource)).not.toContain('SECRET');
  });

  it('leave the attributes unchanged if there are none', () => {
    const text = stateText(entry('aws_vpc', 'x', { id: 'vpc-1', tags: { a: 'b' } }));
    const state = parseState(text, 'x');
    if (!state.ok) throw new Error(state.error.message);

    const clean = createStateIndex(state.value, schema).get('aws_vpc.x');

    expect(clean?.attributes).toEqual(state.value.resources[0]?.attributes);
  });
});

describe('properties', () => {
  const word = fc.constantFrom('a', 'b', 'c', 'A', '', 'sg-0aaaaaaa', 'sg-0bbbbbbb');
  const value = fc.oneof(word, fc.constantFrom(null, 1, true), fc.array(word, { maxLength: 2 }));
  // Attributes without a special meaning, so that `find` is plain equality.
  const attributes = fc.dictionary(fc.constantFrom('p', 'q', 'r', '__proto__'), value);
  const resource = fc.record({
    type: fc.constantFrom('aws_x', 'aws_y'),
    mode: fc.constantFrom('managed', 'data'),
    attributes,
  });
  const estate = fc.array(resource, { maxLength: 12 });
  const key = fc.dictionary(
    fc.constantFrom('p', 'q', 'r'),
    word.filter((text) => text !== ''),
    {
      minKeys: 1,
    },
  );

  type Sample = { type: string; mode: string; attributes: Record<string, Json> };
  const build = (samples: readonly Sample[]) =>
    samples.map((sample, at) =>
      entry(sample.type, `r${at}`, sample.attributes, { mode: sample.mode }),
    );
  const fits = (sample: Sample, wanted: Record<string, string>) =>
    Object.entries(wanted).every(([name, text]) => {
      const actual = Object.hasOwn(sample.attributes, name) ? sample.attributes[name] : undefined;
      return actual === text || (actual === 1 && text === '1');
    });

  it('find equals a linear scan', () => {
    fc.assert(
      fc.property(estate, fc.array(key, { minLength: 1, maxLength: 3 }), (samples, keys) => {
        const scanned = keys.map((wanted) =>
          samples.flatMap((sample, at) =>
            sample.type === 'aws_x' && sample.mode === 'managed' && fits(sample, wanted)
              ? [`aws_x.r${at}`]
              : [],
          ),
        );
        const result = index(...build(samples)).find({ type: 'aws_x', keys });

        const unique = scanned.find((addresses) => addresses.length === 1);
        if (unique !== undefined && keys.length === 1) {
          expect(result).toMatchObject({ kind: 'found', resource: { address: unique[0] } });
        }
        if (result.kind === 'found') expect(scanned.flat()).toContain(result.resource.address);
        if (result.kind === 'none') expect(scanned.flat()).toEqual([]);
        if (result.kind === 'ambiguous') {
          expect(scanned.every((addresses) => addresses.length !== 1)).toBe(true);
          expect(result.addresses.length).toBeGreaterThan(1);
        }
      }),
    );
  });

  it('where equals a linear scan', () => {
    fc.assert(
      fc.property(estate, fc.constantFrom('p', 'q', '__proto__'), word, (samples, name, text) => {
        const expected = samples.flatMap((sample, at) =>
          sample.type === 'aws_x' && sample.mode === 'managed' && fits(sample, { [name]: text })
            ? [`aws_x.r${at}`]
            : [],
        );

        const result = index(...build(samples)).where('aws_x', name, text);

        expect(result.map(({ address }) => address)).toEqual(expected.sort());
      }),
    );
  });

  it('find does not depend on the order of the state', () => {
    fc.assert(
      fc.property(estate, fc.array(key, { maxLength: 3 }), (samples, keys) => {
        const entries = build(samples);
        const ref = { type: 'aws_x', keys };
        const summary = (at: StateIndex) => {
          const result = at.find(ref);
          return result.kind === 'found' ? result.resource.address : result;
        };

        expect(summary(index(...[...entries].reverse()))).toEqual(summary(index(...entries)));
      }),
    );
  });
});
