import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cases } from '../../../cases.ts';
import { scan } from './scan.ts';

const a = '{"eventVersion":"1.08","n":1}';
const b = '{"eventVersion":"1.08","n":2}';
const c = '{"eventVersion":"1.08","n":3}';

describe('where objects are found', () => {
  it.each<[string, string, readonly string[]]>([
    ['a container', `{"Records":[${a},${b}]}`, [a, b]],
    ['a container with members around the array', `{"x":[{"y":1}],"Events":[${a}],"z":{}}`, [a]],
    ['a container with two arrays', `{"Records":[${a}],"Events":[${b}]}`, [a, b]],
    ['an empty container', '{"Records":[]}', []],
    ['a bare array', `[${a}, ${b}]`, [a, b]],
    ['an empty array', ' [ ] ', []],
    ['a single object', a, [a]],
    ['one object a line', `${a}\n${b}\n`, [a, b]],
    ['lines with CRLF and blank ones', `${a}\r\n\r\n${b}\r\n`, [a, b]],
    ['containers, one a line', `{"Records":[${a}]}\n{"Records":[${b},${c}]}`, [a, b, c]],
    ['objects with nothing between them', `${a}${b}`, [a, b]],
    [
      'pretty-printed values one after another',
      '{\n "n": 1\n}\n{\n "n": 2\n}\n',
      ['{\n "n": 1\n}', '{\n "n": 2\n}'],
    ],
    [
      'a pretty-printed value after one on a single line',
      `${a}\n{\n "s": "x"\n}\n${b}\n`,
      [a, '{\n "s": "x"\n}', b],
    ],
    [
      'an object whose Records is no array',
      '{"Records":{"x":[{"n":1}]}}',
      ['{"Records":{"x":[{"n":1}]}}'],
    ],
    [
      'an object with Records further inside',
      '{"x":{"Records":[{"n":1}]}}',
      ['{"x":{"Records":[{"n":1}]}}'],
    ],
    [
      'a string that looks like a container',
      '{"x":"{\\"Records\\":[{}]}"}',
      ['{"x":"{\\"Records\\":[{}]}"}'],
    ],
    ['nothing', '', []],
    ['white space', ' \n\t\r ', []],
  ])('%s', (_, text, objects) => {
    const found = scan(text);

    expect(found.flaws).toEqual([]);
    expect(found.objects).toEqual(objects);
  });
});

describe('top-level members', () => {
  it.each<[string, string, string | undefined]>([
    ['an own member', '{"readOnly":true,"x":1}', 'true,"x":1}'],
    ['an own member with spaces around the colon', '{"readOnly" : \n false }', 'false }'],
    ['the last of two, as JSON.parse has it', '{"readOnly":true,"readOnly":false}', 'false}'],
    ['none when only a nested object has it', '{"request":{"readOnly":true}}', undefined],
    ['none when only an array element has it', '{"a":[{"readOnly":true}]}', undefined],
    ['none when a string spells it', '{"a":"\\"readOnly\\":true"}', undefined],
    ['none when it is a value', '{"a":"readOnly"}', undefined],
    ['none when it is only the beginning of a name', '{"readOnlyish":true}', undefined],
  ])('gives %s', (_, text, member) => {
    expect(scan(text).members).toEqual([member]);
  });

  it('reports that a name has an escape', () => {
    expect(scan('{"read\\u004fnly":true}').escaped).toEqual([true]);
    expect(scan('{"a":"x\\ny","b":{"\\u0041":1}}').escaped).toEqual([false]);
  });
});

describe('broken input', () => {
  it.each<[string, string, readonly string[], readonly unknown[]]>([
    [
      'a missing closing brace',
      `{"Records":[${a},{"eventVersion":"1.08","n":{"x":1},${b}]}`,
      [a, b],
      [{ kind: 'broken', index: 1 }],
    ],
    [
      'a missing closing bracket',
      `{"Records":[{"eventVersion":"1.08","n":[1,2},${b}]}`,
      [b],
      [{ kind: 'broken', index: 0 }],
    ],
    [
      'a missing quote',
      `{"Records":[${a},{"eventVersion":"1.08","n":"x,"m":1},${b}]}`,
      [a, b],
      [{ kind: 'broken', index: 1 }],
    ],
    ['an extra closing brace', `{"Records":[${a}},${b}]}`, [a, b], [{ kind: 'broken' }]],
    [
      'an element that is not an object',
      `[${a},17,"x]",[[1],{}],null,${b}]`,
      [a, b],
      [
        { kind: 'not-an-object', index: 1 },
        { kind: 'not-an-object', index: 2 },
        { kind: 'not-an-object', index: 3 },
        { kind: 'not-an-object', index: 4 },
      ],
    ],
    [
      'a line cut in a string',
      `${a}\n{"eventVersion":"1.0\n${b}\n`,
      [a, b],
      [{ kind: 'broken', index: 1 }],
    ],
    [
      'a line cut after a comma',
      `${a}\n{"n":[{"x":1},\n${b}\n${c}\n`,
      [a, b, c],
      [{ kind: 'broken', index: 1 }],
    ],
    [
      'a first line that is cut',
      `{"n":1,"s":\n${b}\n${c}\n`,
      [b, c],
      [{ kind: 'broken', index: 0 }],
    ],
    ['a last line that is cut', `${a}\n{"n":`, [a], [{ kind: 'broken', index: 1 }]],
    ['a line of text', `${a}\nERROR timeout\n${b}\n`, [a, b], [{ kind: 'not-json', index: 1 }]],
    ['an unclosed container', `{"Records":[${a},${b}`, [a, b], [{ kind: 'cut-off' }]],
    [
      'a file cut inside an object',
      `{"Records":[${a},{"eventVers`,
      [a],
      [{ kind: 'cut-off', index: 1 }],
    ],
    ['a file cut after its array', `{"Records":[${a}]`, [a], [{ kind: 'cut-off' }]],
    ['text only', 'hello', [], [{ kind: 'not-json', index: 0 }]],
  ])('%s', (_, text, objects, flaws) => {
    const found = scan(text);

    expect(found.objects).toEqual(objects);
    expect(found.flaws).toEqual(flaws);
  });

  it('skips an object over the size limit, and only that', () => {
    const large = `{"eventVersion":"1.08","s":"${'x'.repeat(500)}\\"}","t":[{}]}`;
    const cuts = Array.from({ length: 40 }, (_, i) => i * 20);
    for (const chunks of [cuts, []]) {
      const found = scan(`{"Records":[${a},${large},${b}]}`, chunks, { maxBytes: 200 });

      expect(found.objects).toEqual([a, b]);
      expect(found.flaws).toEqual([{ kind: 'too-large', index: 1 }]);
    }
  });

  it('skips an object that is nested too deep, and only that', () => {
    const deep = `{"eventVersion":${'['.repeat(100_000)}"]"${']'.repeat(100_000)}}`;
    const found = scan(`[${a},${deep},${b}]`);

    expect(found.objects).toEqual([a, b]);
    expect(found.flaws).toEqual([{ kind: 'too-deep', index: 1 }]);
  });

  it('survives a bomb of opening brackets', () => {
    expect(scan('['.repeat(100_000)).flaws.length).toBeGreaterThan(0);
    expect(scan('{"a":'.repeat(100_000)).objects).toEqual([]);
  });
});

const json = fc.json({ maxDepth: 4, depthSize: 'medium', stringUnit: 'grapheme' });
const object = fc.dictionary(
  fc.oneof(fc.string({ unit: 'grapheme' }), fc.constantFrom('readOnly', 'Records', 'a"b\\')),
  fc.oneof(fc.jsonValue(), fc.constantFrom('"', '\\', '{"Records":[{', '\n{', ']}')),
  { maxKeys: 5 },
);
const layouts: readonly ((objects: readonly unknown[], indent: number) => string)[] = [
  (objects, indent) => JSON.stringify({ before: [{}], Records: objects, after: {} }, null, indent),
  (objects, indent) => JSON.stringify(objects, null, indent),
  (objects) => objects.map((each) => `${JSON.stringify(each)}\n`).join(''),
  (objects) => objects.map((each) => JSON.stringify(each)).join('\r\n'),
  (objects) => objects.map((each) => JSON.stringify(each, null, 2)).join('\n'),
];

/** Whether an object has no container members, which would be opened instead of reported. */
function isPlain(value: Record<string, unknown>): boolean {
  return !Object.hasOwn(value, 'Records') && !Object.hasOwn(value, 'Events');
}

describe('against JSON.parse', () => {
  it('finds the same objects in every layout, wherever the chunks are cut', () => {
    fc.assert(
      fc.property(
        fc.array(object.filter(isPlain), { maxLength: 4 }),
        fc.constantFrom(...layouts),
        fc.constantFrom(0, 2),
        fc.array(fc.nat(400), { maxLength: 8 }),
        (objects, layout, indent, cuts) => {
          const text = layout(objects, indent);
          const sorted = cuts.filter((cut) => cut < Buffer.byteLength(text)).sort((x, y) => x - y);
          const found = scan(text, sorted);

          expect(found.flaws).toEqual([]);
          expect(found.objects.map((each) => JSON.parse(each))).toEqual(
            objects.map((each) => JSON.parse(JSON.stringify(each))),
          );
        },
      ),
      { numRuns: cases(2000) },
    );
  });

  it('finds the same for every split into two chunks and for one-byte chunks', () => {
    const text = `{"a":"é🙂\\"","Records":[{"k\\\\":"\\u00e9 \\\\","readOnly" : false},{"n":[1.5e3,null]}]}\n`;
    const whole = scan(text);

    expect(whole.objects).toHaveLength(2);
    for (let cut = 0; cut <= Buffer.byteLength(text); cut++) {
      expect(scan(text, [cut])).toEqual(whole);
    }
    expect(
      scan(
        text,
        Array.from({ length: Buffer.byteLength(text) }, (_, i) => i),
      ),
    ).toEqual(whole);
  });

  it('reports a top-level member exactly if JSON.parse has it', () => {
    fc.assert(
      fc.property(object.filter(isPlain), fc.constantFrom(0, 1), (value, indent) => {
        const found = scan(JSON.stringify(value, null, indent));
        const own = Object.hasOwn(value, 'readOnly')
          ? JSON.stringify(value['readOnly'], null, indent)
          : undefined;

        expect(found.members[0] === undefined).toBe(own === undefined);
        if (indent === 0 && own !== undefined) expect(found.members[0]?.startsWith(own)).toBe(true);
      }),
    );
  });
});

describe('hostile input', () => {
  const mutated = fc
    .tuple(
      fc.array(
        json.map((each) => `{"eventVersion":${each}}`),
        { minLength: 1, maxLength: 5 },
      ),
      fc.constantFrom(...layouts),
      fc.array(
        fc.tuple(fc.nat(300), fc.constantFrom('"', '{', '}', '[', ']', ',', '\\', '\n', ':', '')),
        {
          maxLength: 4,
        },
      ),
    )
    .map(([objects, layout, edits]) => {
      let text = layout(
        objects.map((each) => JSON.parse(each)),
        0,
      );
      for (const [at, insert] of edits) {
        text = text.slice(0, at) + insert + text.slice(insert === '' ? at + 1 : at);
      }
      return text;
    });

  it('never throws, numbers findings without gaps, and does not depend on chunks', () => {
    fc.assert(
      fc.property(mutated, fc.array(fc.nat(400), { maxLength: 6 }), (text, cuts) => {
        const sorted = cuts.filter((cut) => cut < Buffer.byteLength(text)).sort((x, y) => x - y);
        const whole = scan(text);

        expect(whole.indices).toEqual(whole.indices.map((_, i) => i));
        expect(scan(text, sorted)).toEqual(whole);
      }),
      { numRuns: cases(5000) },
    );
  });

  it('accepts any bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        expect(scan(bytes).indices.length).toBeLessThanOrEqual(bytes.length);
      }),
    );
  });
});
