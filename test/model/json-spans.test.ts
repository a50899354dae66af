import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json } from '../../src/model/json.ts';
import { arraySpans, type JsonSpan, objectSpans } from '../../src/model/json-spans.ts';
import { cases } from '../cases.ts';

const indents = fc.constantFrom(undefined, 0, 1, 2, '\t', '\r\n ');
const plain = { noNullPrototype: true };
const values = fc.jsonValue({ maxDepth: 4 }) as fc.Arbitrary<Json>;
const objects = fc.dictionary(fc.string({ unit: 'grapheme' }), values, plain);

function parsed(text: string, { start, end }: JsonSpan): Json {
  return JSON.parse(text.slice(start, end)) as Json;
}

describe('objectSpans', () => {
  it('finds each member where a parser reads it', () => {
    fc.assert(
      fc.property(objects, indents, fc.nat(5), (object, indent, lead) => {
        const text = `${' '.repeat(lead)}${JSON.stringify(object, null, indent)}`;
        const spans = objectSpans(text, lead);
        const read = [...(spans ?? [])].map(([name, span]) => [name, parsed(text, span)] as const);
        const own = Object.entries(JSON.parse(text) as Record<string, Json>);
        expect(new Map(read)).toEqual(new Map(own));
      }),
      { numRuns: cases(2000) },
    );
  });

  it('finds none in what was cut off', () => {
    fc.assert(
      fc.property(
        objects,
        indents,
        fc.double({ min: 0, max: 1, noNaN: true }),
        (object, at, part) => {
          const text = JSON.stringify(object, null, at);
          const cut = text.slice(0, Math.floor(part * (text.length - 1)));
          expect(objectSpans(cut, 0)).toBeUndefined();
        },
      ),
      { numRuns: cases(2000) },
    );
  });

  it.each([
    ['[]'],
    ['{"a" 1}'],
    ['{"a":}'],
    ['{"a":1 "b":2}'],
    ['{a:1}'],
    ['{"a":1,"a":2}'],
    ['{"a":1,"\\u0061":2}'],
    ['{"\\x":1}'],
    [''],
  ])('does not take %j for an object whose members it knows', (text) => {
    expect(objectSpans(text, 0)).toBeUndefined();
  });
});

describe('arraySpans', () => {
  it('finds each element where a parser reads it', () => {
    fc.assert(
      fc.property(fc.array(values), indents, (array, indent) => {
        const text = JSON.stringify(array, null, indent);
        const read = arraySpans(text, 0)?.map((span) => parsed(text, span));
        expect(read).toEqual(JSON.parse(text));
      }),
      { numRuns: cases(2000) },
    );
  });

  it.each([['{}'], ['[1,]x'], ['[1 2]'], ['['], ['[1']])(
    'does not take %j for an array',
    (text) => {
      expect(arraySpans(text, 0)).toBeUndefined();
    },
  );
});
