import fc from 'fast-check';
import { expect, it } from 'vitest';
import { canonicalJson, type Json } from '../../../src/model/json.ts';
import { plainText } from '../../../src/stages/receipt/digest.ts';

const leaf = fc.oneof(fc.jsonValue({ stringUnit: 'binary' }), fc.constant(undefined), fc.double());
const { tree } = fc.letrec((tie) => ({
  tree: fc.oneof(
    leaf,
    fc.array(tie('tree')),
    fc.dictionary(fc.oneof(fc.string(), fc.constant('__proto__')), tie('tree')),
  ),
}));

it('is the text of what JSON keeps of a value, with sorted keys', () => {
  fc.assert(
    fc.property(tree, (value) => {
      const kept = JSON.parse(JSON.stringify(value) ?? 'null') as Json;
      expect(plainText(value)).toBe(canonicalJson(kept));
    }),
  );
});
