import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mermaidLabel } from '../../../src/present/proposal/mermaid.ts';
import { cases } from '../../cases.ts';

/** What a label may consist of: words, safe punctuation, and characters by number. */
const label = /^"(?:[\w .,:/=+()-]|#\d+;|<br>)*"$/;

describe('labels of diagrams', () => {
  it.each([
    ['memory_size', '"memory_size"'],
    ['maria@example.com (human)', '"maria#64;example.com (human)"'],
    ['this["checkout"]', '"this#91;#34;checkout#34;#93;"'],
    [
      '"]; click a href "javascript:alert(1)',
      '"#34;#93;#59; click a href #34;javascript:alert(1)"',
    ],
    ['<img src=x onerror=alert(1)>', '"#60;img src=x onerror=alert(1)#62;"'],
    ['`code` **bold**', '"#96;code#96; #42;#42;bold#42;#42;"'],
    ['1. one', '"1#46; one"'],
    ['- one', '"#45; one"'],
    ['https://example.com', '"https#58;//example.com"'],
    ['fa:fa-car', '"fa#58;fa-car"'],
    ['#35;', '"#35;35#59;"'],
    ['', '"(empty)"'],
  ])('%j becomes %s', (text, expected) => {
    expect(mermaidLabel(text)).toBe(expected);
  });

  it('join several lines', () => {
    expect(mermaidLabel('memory_size', 'main.tf:4')).toBe('"memory_size<br>main.tf:4"');
  });

  it('neither end early nor contain syntax, whatever their text', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 60 }),
      fc.string({
        unit: fc.constantFrom(
          '"',
          ']',
          ';',
          '#',
          '\n',
          '`',
          '<',
          '%',
          '{',
          '$',
          'a',
          ' ',
          ':',
          '/',
        ),
      }),
    );
    fc.assert(
      fc.property(fc.array(text, { minLength: 1, maxLength: 4 }), (lines) => {
        expect(mermaidLabel(...lines)).toMatch(label);
      }),
      { numRuns: cases(1_000, 100) },
    );
  });
});
