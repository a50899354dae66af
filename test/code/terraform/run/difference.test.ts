import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { planDifferences } from '../../../../src/code/terraform/run/difference.ts';
import type { Json } from '../../../../src/model/json.ts';
import { formatPath } from '../../../../src/model/path.ts';

describe('differences', () => {
  it.each<[string, Json, Json, string[]]>([
    ['equal values', { a: 1, b: { c: [1] } }, { b: { c: [1] }, a: 1 }, []],
    ['a value', { a: 1 }, { a: 2 }, ['a']],
    [
      'a map entry',
      { tags: { a: '1', b: '2' } },
      { tags: { a: '1', b: '3', c: '4' } },
      ['tags.b', 'tags.c'],
    ],
    ['an entry of an empty map', { tags: null }, { tags: { a: '1' } }, ['tags']],
    ['a list of texts', { list: ['a', 'b'] }, { list: ['a', 'c'] }, ['list']],
    ['a member of a block', { b: [{ x: 1 }, { x: 2 }] }, { b: [{ x: 1 }, { x: 3 }] }, ['b[1].x']],
    ['the number of blocks', { b: [{ x: 1 }] }, { b: [{ x: 1 }, { x: 2 }] }, ['b']],
    [
      'null and an empty map',
      { a: null, b: {}, c: [], d: '' },
      { a: {}, b: [], c: '', d: null },
      [],
    ],
    ['a missing member and null', { a: null }, {}, []],
    ['null and false', { a: null }, { a: false }, ['a']],
    ['empty text and zero', { a: '' }, { a: 0 }, ['a']],
    ['two spellings of a policy', { p: '{"a":1,"b":[2]}' }, { p: '{ "b": [2], "a": 1 }' }, []],
    ['two policies', { p: '{"a":1}' }, { p: '{"a":2}' }, ['p']],
    ['two texts with braces', { p: '{x}' }, { p: '{ x }' }, ['p']],
    [
      'a prototype key',
      JSON.parse('{"__proto__":1}'),
      JSON.parse('{"__proto__":2}'),
      ['__proto__'],
    ],
    ['different kinds', { a: [1] }, { a: { b: 1 } }, ['a']],
  ])('%s', (_, before, after, expected) => {
    expect(planDifferences(before, after).map(({ path }) => formatPath(path))).toEqual(expected);
  });

  it('are none between a value and itself, and symmetric', () => {
    const json = fc.jsonValue().map((value) => JSON.parse(JSON.stringify(value)) as Json);

    fc.assert(
      fc.property(json, json, (a, b) => {
        const paths = (from: Json, to: Json) =>
          planDifferences(from, to).map(({ path }) => formatPath(path));

        expect(planDifferences(a, a)).toEqual([]);
        expect(paths(a, b)).toEqual(paths(b, a));
      }),
    );
  });
});
