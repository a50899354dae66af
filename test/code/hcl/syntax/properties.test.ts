import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseHcl } from '../../../../src/code/hcl/syntax/parse.ts';
import { childNodes, descendants } from '../../../../src/code/hcl/syntax/walk.ts';
import { cases } from '../../../cases.ts';
import { hclText } from '../generators.ts';

const pieces = [
  '{',
  '}',
  '[',
  ']',
  '(',
  ')',
  '"',
  '${',
  '%{',
  '}',
  '~',
  '<<EOT\n',
  'EOT\n',
  '<<-A\n',
  'A\n',
  '\n',
  '\r\n',
  ' ',
  '\t',
  '#',
  '//',
  '/*',
  '*/',
  '=',
  '=>',
  ',',
  '.',
  '...',
  ':',
  '::',
  '?',
  '!',
  '-',
  '+',
  '*',
  '&&',
  '||',
  '<',
  '==',
  'for',
  'in',
  'if',
  'endif',
  'else',
  'a',
  'b_c',
  '12',
  '1.5e3',
  'true',
  'null',
  '\\',
  '\\u00e9',
  '$${',
  'é',
  '😀',
  '\u0000',
  '\uFEFF',
  '\uD800',
];

/** A text with a random part replaced by noise. */
const mutated = fc
  .tuple(hclText, fc.nat(), fc.nat(), fc.array(fc.constantFrom(...pieces), { maxLength: 4 }))
  .map(([text, one, two, noise]) => {
    const [from, to] = [one % (text.length + 1), two % (text.length + 1)].sort((a, b) => a - b);
    return text.slice(0, from) + noise.join('') + text.slice(to);
  });

const soup = fc.array(fc.constantFrom(...pieces), { maxLength: 60 }).map((all) => all.join(''));

describe('parseHcl with any text', () => {
  it('reads generated files without errors', () => {
    fc.assert(
      fc.property(hclText, (text) => {
        expect(parseHcl(text).errors).toEqual([]);
      }),
    );
  });

  it.each([
    ['mutated files', mutated],
    ['token soup', soup],
  ])('never throws, and nests its spans correctly: %s', (_what, texts) => {
    fc.assert(
      fc.property(texts, (text) => {
        const { body } = parseHcl(text);

        expect(body.end).toBe(text.length);
        for (const node of descendants(body)) {
          expect(node.start).toBeLessThanOrEqual(node.end);
          let before = node.start;
          for (const child of childNodes(node)) {
            expect(child.start).toBeGreaterThanOrEqual(before);
            expect(child.end).toBeLessThanOrEqual(node.end);
            before = child.end;
          }
        }
      }),
      { numRuns: cases(2000) },
    );
  });

  it('leaves only white space and comments between the items of a body', () => {
    fc.assert(
      fc.property(mutated, (text) => {
        const { body } = parseHcl(text);
        let rest = '';
        let before = body.start;
        for (const item of body.items) {
          rest += text.slice(before, item.start);
          before = item.end;
        }
        rest += text.slice(before, body.end);

        expect(parseHcl(rest).body.items).toEqual([]);
      }),
      { numRuns: cases(500) },
    );
  });
});
