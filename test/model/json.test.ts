import fc from 'fast-check';
import { expect, it } from 'vitest';
import { canonicalJson, type Json, sameJson } from '../../src/model/json.ts';

const small = fc.letrec<{ json: Json }>((tie) => ({
  json: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constantFrom<Json>(null, true, 0, 1, '', 'a', '__proto__'),
    fc.array(tie('json'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom('a', 'b', 'toString'), tie('json'), { maxKeys: 3 }),
  ),
})).json;

it('compares values as their canonical texts do', () => {
  fc.assert(
    fc.property(small, small, (a, b) => {
      expect(sameJson(a, b)).toBe(canonicalJson(a) === canonicalJson(b));
      expect(sameJson(a, JSON.parse(JSON.stringify(a)))).toBe(true);
    }),
  );
});

it('treats an undefined member as missing', () => {
  const value = { a: 1, b: undefined } as unknown as Json;
  expect(sameJson(value, { a: 1 })).toBe(true);
  expect(sameJson({ a: 1 }, value)).toBe(true);
  expect(sameJson(value, { a: 1, b: null })).toBe(false);
});
