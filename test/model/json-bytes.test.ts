import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json } from '../../src/model/json.ts';
import {
  arrayEnd,
  knownEnd,
  memberStart,
  objectEnd,
  parsedAt,
  valueEnd,
} from '../../src/model/json-bytes.ts';
import { cases } from '../cases.ts';

const indents = fc.constantFrom(undefined, 0, 1, 2, '\t', '\r\n ');
const plain = { noNullPrototype: true };
const values = fc.jsonValue({ maxDepth: 4 }) as fc.Arbitrary<Json>;
const names = fc.oneof(fc.constantFrom('', 'a', 'ab', 'a"b', 'é'), fc.string({ unit: 'grapheme' }));
const objects = fc.dictionary(names, values, plain);

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Whether the text is one value, apart from surrounding blanks. */
function isWhole(text: string): boolean {
  const bytes = Buffer.from(text);
  const start = /^[ \t\r\n]*/.exec(text)?.[0].length ?? 0;
  const end = valueEnd(bytes, start);
  return end >= 0 && /^[ \t\r\n]*$/.test(bytes.subarray(end).toString());
}

/** JSON with characters inserted, removed or replaced. */
const broken = fc
  .tuple(values, indents, fc.double({ min: 0, max: 1, noNaN: true }), fc.nat(2))
  .chain(([value, indent, part, length]) => {
    const text = JSON.stringify(value, null, indent);
    const at = Math.floor(part * text.length);
    const pieces = ['', '"', '\\', ',', ':', '{', '}', '[', ']', '0', '-', '.', 'e', '\t', '\\u12'];
    return fc
      .constantFrom(...pieces, 'true', ' ', '\u0001')
      .map((piece) => text.slice(0, at) + piece + text.slice(at + length));
  });

describe('valueEnd', () => {
  it('accepts exactly what a parser accepts', () => {
    fc.assert(
      fc.property(broken, (text) => {
        expect([text, isWhole(text)]).toEqual([text, isJson(text)]);
      }),
      { numRuns: cases(10_000, 2000) },
    );
  });

  it.each([
    ...['0', '-0', '1.5e-3', '1E+2', '"\\u00e9"', '"\\n"', 'null', '[]', '{}', '[[{"a":[]}]]'],
    ...['01', '+1', '1.', '.5', '1e', '-', 'nul', 'nulls', 'True', '"\\x"', '"\\u12g4"', '"a\nb"'],
    ...['[1,]', '[,]', '{"a"}', '{"a":1,}', '{a:1}', '[1 2]', '{"a":1 "b":2}', '[', '{"a":', '"a'],
  ])('judges %j as a parser does', (text) => {
    expect(isWhole(text)).toBe(isJson(text));
  });

  it('is not exhausted by depth', () => {
    const text = '['.repeat(200_000) + ']'.repeat(200_000);
    expect(valueEnd(Buffer.from(text), 0)).toBe(text.length);
  });
});

describe('a walk', () => {
  it('finds each member of an object where a parser does', () => {
    fc.assert(
      fc.property(objects, indents, fc.nat(5), (object, indent, lead) => {
        const text = `${' '.repeat(lead)}${JSON.stringify(object, null, indent)}`;
        const bytes = Buffer.from(text);
        const read: [string, Json][] = [];
        const end = objectEnd(bytes, lead, (nameStart, nameEnd, value) => {
          const last = valueEnd(bytes, value);
          const name = parsedAt(bytes, nameStart, nameEnd) as string;
          read.push([name, parsedAt(bytes, value, last)]);
          return last;
        });
        expect(end).toBe(bytes.length);
        expect(new Map(read)).toEqual(new Map(Object.entries(JSON.parse(text))));
      }),
      { numRuns: cases(2000) },
    );
  });

  it('finds a member by its name', () => {
    fc.assert(
      fc.property(objects, names, indents, (object, name, indent) => {
        const bytes = Buffer.from(JSON.stringify(object, null, indent));
        const start = memberStart(bytes, 0, name);
        const found = start < 0 ? undefined : parsedAt(bytes, start, valueEnd(bytes, start));
        const parsed = JSON.parse(bytes.toString()) as Record<string, Json>;
        expect(found).toEqual(Object.hasOwn(parsed, name) ? parsed[name] : undefined);
      }),
      { numRuns: cases(2000) },
    );
  });

  it.each(['[]', '{"a" 1}', '{"a":}', '{"a":1 "b":2}', '{a:1}', ''])(
    'does not accept %j as an object',
    (text) => {
      const bytes = Buffer.from(text);
      expect(objectEnd(bytes, 0, (_start, _end, value) => valueEnd(bytes, value))).toBe(-1);
    },
  );

  it.each(['{}', '[1,]x', '[1 2]', '[', '[1'])('does not accept %j as an array', (text) => {
    const bytes = Buffer.from(text);
    expect(arrayEnd(bytes, 0, (at) => valueEnd(bytes, at))).toBe(-1);
  });
});

describe('knownEnd', () => {
  it('is the end of a value that is known to be valid', () => {
    const behind = fc.constantFrom('', ',', '}', ']', ' ,', '\n}');
    fc.assert(
      fc.property(values, indents, behind, (value, indent, more) => {
        const text = JSON.stringify(value, null, indent);
        const bytes = Buffer.from(text + more);
        expect(knownEnd(bytes, 0)).toBe(Buffer.byteLength(text));
      }),
    );
  });

  it.each(['', '"', '"\\', '[', '{"a', '12', 'tru'])('is not before the end of %j', (text) => {
    expect(knownEnd(Buffer.from(text), 0)).toBeGreaterThanOrEqual(text.length);
  });
});
