import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json } from '../../../src/model/json.ts';
import { equivalent } from '../../../src/stages/drift/equal.ts';
import type { ValueHint } from '../../../src/stages/drift/normalize.ts';
import { cases } from '../../cases.ts';

const policy = (statement: Json): string =>
  JSON.stringify({ Version: '2012-10-17', Statement: statement });
const allow = (more: Json): Json => ({ Effect: 'Allow', ...(more as object) });

type Row = readonly [string, Json | undefined, Json | undefined, ValueHint?];

const equal: readonly Row[] = [
  ['null and absent', null, undefined],
  ['null and {}', null, {}],
  ['null and []', null, []],
  ['null and empty text', null, ''],
  ['an object of nothing', { a: null, b: [] }, null],
  ['a number and its text', 20, '20'],
  ['a boolean and its text', true, 'true'],
  ['nested scalars', { a: ['1', true] }, { a: [1, 'true'] }],
  ['null members', { a: 1, b: null }, { a: 1 }],
  ['keys in any order', { a: 1, b: 2 }, { b: 2, a: 1 }],
  ['sets in any order', ['b', 'a'], ['a', 'b'], { collection: 'set' }],
  ['sets with repeats', ['a', 'a'], ['a'], { collection: 'set' }],
  ['sets inside blocks', [{ ids: ['b', 'a'] }], [{ ids: ['a', 'b'] }], blockHint()],
  ['documents with other spacing', '{"a": [1, 2]}', '{ "a":[1,2] }'],
  ['documents with other key order', '{"a":1,"b":2}', '{"b":2,"a":1}'],
  ['DNS names where told', 'API.example.com.', 'api.example.com', { dns: true }],
  [
    'an action alone and in a list',
    policy([allow({ Action: 's3:GetObject', Resource: '*' })]),
    policy([allow({ Action: ['s3:GetObject'], Resource: ['*'] })]),
  ],
  [
    'actions in any order and case',
    policy([allow({ Action: ['s3:GetObject', 's3:PutObject'], Resource: '*' })]),
    policy([allow({ Action: ['s3:putobject', 's3:GetObject'], Resource: '*' })]),
  ],
  [
    'a lone statement and a list',
    policy(allow({ Action: 'a:b' })),
    policy([allow({ Action: 'a:b' })]),
  ],
  [
    'statements in any order',
    policy([allow({ Action: 'a:b' }), allow({ Action: 'c:d' })]),
    policy([allow({ Action: 'c:d' }), allow({ Action: 'a:b' })]),
  ],
  [
    'anybody written in two ways',
    policy([allow({ Principal: '*' })]),
    policy([allow({ Principal: { AWS: ['*'] } })]),
  ],
  [
    'an account and its root',
    policy([allow({ Principal: { AWS: '123456789012' } })]),
    policy([allow({ Principal: { AWS: ['arn:aws:iam::123456789012:root'] } })]),
  ],
  [
    'an empty name and none',
    policy([allow({ Sid: '', Action: 'a:b' })]),
    policy([allow({ Action: 'a:b' })]),
  ],
  [
    'an empty name of the document and none',
    '{"Id":"","Version":"2012-10-17","Statement":[]}',
    policy([]),
  ],
  [
    'conditions in any order, of numbers and texts',
    policy([
      allow({
        Condition: {
          NumericLessThan: { 's3:max-keys': 10, 'aws:MultiFactorAuthAge': ['60'] },
          StringLike: { 'aws:PrincipalTag/team': ['b', 'a'] },
        },
      }),
    ]),
    policy([
      allow({
        Condition: {
          StringLike: { 'aws:PrincipalTag/team': ['a', 'b'] },
          NumericLessThan: { 'aws:MultiFactorAuthAge': 60, 's3:max-keys': ['10'] },
        },
      }),
    ]),
  ],
  [
    'condition values',
    policy([allow({ Condition: { Bool: { 'aws:SecureTransport': false } } })]),
    policy([allow({ Condition: { Bool: { 'aws:SecureTransport': ['false'] } } })]),
  ],
];

function blockHint(): ValueHint {
  return {
    collection: 'list',
    within: () => ({ within: (name) => (name === 'ids' ? { collection: 'set' } : undefined) }),
  };
}

const different: readonly Row[] = [
  ['a value and nothing', 'a', null],
  ['zero and nothing', 0, null],
  ['false and nothing', false, null],
  ['empty text of a required attribute', '', null, { optional: false }],
  ['lists in another order', ['b', 'a'], ['a', 'b']],
  ['lists in another order, with a hint', ['b', 'a'], ['a', 'b'], { collection: 'list' }],
  ['a final dot without being told', 'example.com.', 'example.com'],
  ['texts in another case', 'A', 'a'],
  ['a number and a text that only begins like it', 20, '20m'],
  ['a text and a list of it', 'a', ['a']],
  ['a document and its text', '{"a":1}', '"{\\"a\\":1}"'],
  ['an inherited key', {}, { constructor: 'a' }],
  [
    'policies of other versions',
    JSON.stringify({ Version: '2012-10-17', Statement: [] }),
    JSON.stringify({ Version: '2008-10-17', Statement: [] }),
  ],
  [
    'other effects',
    policy([allow({ Action: 'a:b' })]),
    policy([{ Effect: 'Deny', Action: 'a:b' }]),
  ],
  [
    'resources in another case',
    policy([allow({ Resource: 'arn:aws:s3:::A' })]),
    policy([allow({ Resource: 'arn:aws:s3:::a' })]),
  ],
  [
    'one action more',
    policy([allow({ Action: 'a:b' })]),
    policy([allow({ Action: ['a:b', 'a:c'] })]),
  ],
  ['arrays of other documents in another order', '{"a":[2,1]}', '{"a":[1,2]}'],
];

const named = ([name, a, b, hint]: Row) => ({ name, a, b, hint });

describe('equivalent', () => {
  it.each(equal.map(named))('sees no difference: $name', ({ a, b, hint }) => {
    expect(equivalent(a, b, hint)).toBe(true);
    expect(equivalent(b, a, hint)).toBe(true);
  });

  it.each(different.map(named))('sees a difference: $name', ({ a, b, hint }) => {
    expect(equivalent(a, b, hint)).toBe(false);
    expect(equivalent(b, a, hint)).toBe(false);
  });

  it('is reflexive and transitive', () => {
    const scalar = fc.constantFrom<Json>(null, '', 0, '0', 1, '1', true, 'true', false, [], {});
    const value = fc.oneof(scalar, fc.array(scalar, { maxLength: 2 }), fc.record({ a: scalar }));
    fc.assert(
      fc.property(value, value, value, fc.constantFrom('set', 'list'), (a, b, c, collection) => {
        const hint: ValueHint = { collection };
        expect(equivalent(a, a, hint)).toBe(true);
        if (equivalent(a, b, hint) && equivalent(b, c, hint)) {
          expect(equivalent(a, c, hint)).toBe(true);
        }
      }),
      { numRuns: cases(2000) },
    );
  });

  it('reads no document of absurd depth', () => {
    const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
    expect(equivalent(deep, `${deep} `)).toBe(false);
    expect(equivalent(`["}}}}", ${deep}]`, `["}}}}",${deep}]`)).toBe(false);
  });
});
