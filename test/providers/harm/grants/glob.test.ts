import fc from 'fast-check';
import { expect, it } from 'vitest';
import { globWitnesses, matchesGlob } from '../../../../src/providers/harm/grants/document/glob.ts';
import { cases } from '../../../cases.ts';

it.each([
  ['*', '', true],
  ['a*', 'a', true],
  ['a*c', 'abcbc', true],
  ['a*c', 'abcb', false],
  ['?', '', false],
  ['a?c', 'abc', true],
  ['a**', 'a', true],
  ['*a*b*', 'xxaxxbxx', true],
  ['*a*b*', 'xxbxxaxx', false],
  ['', '', true],
  ['a.c', 'abc', false],
])('%s and %s: %s', (pattern, text, fits) => {
  expect(matchesGlob(pattern, text)).toBe(fits);
});

const letters = fc.constantFrom('a', 'b', '*', '?');
const pattern = fc.array(letters, { maxLength: 5 }).map((all) => all.join(''));

/** All texts up to a length over two letters and a character that no pattern contains. */
function textsUpTo(length: number): readonly string[] {
  let texts = [''];
  const all = [''];
  for (let at = 0; at < length; at += 1) {
    texts = texts.flatMap((text) => ['a', 'b', '\ue000'].map((letter) => text + letter));
    all.push(...texts);
  }
  return all;
}

const texts = textsUpTo(6);

it('finds a text for every combination of patterns that some text matches', () => {
  fc.assert(
    fc.property(fc.array(pattern, { maxLength: 4 }), (patterns) => {
      const combination = (text: string) =>
        patterns.map((one) => (matchesGlob(one, text) ? '1' : '0')).join('');
      const { texts: found, complete } = globWitnesses(patterns);
      const known = new Set(found.map(combination));

      expect(complete).toBe(true);
      expect(texts.map(combination).filter((one) => !known.has(one) && one.includes('1'))).toEqual(
        [],
      );
    }),
    { numRuns: cases(3000) },
  );
});

it('stops where patterns multiply, and says so', () => {
  const hostile = Array.from(
    { length: 14 },
    (_, index) => `*${'ab'.repeat(index + 1)}*b*a*${index}*`,
  );

  expect(globWitnesses(hostile).complete).toBe(false);
});

it('does not take long to match hostile patterns', () => {
  const text = 'a'.repeat(2000);
  const started = performance.now();

  expect(matchesGlob(`${'a*'.repeat(200)}b`, text)).toBe(false);
  expect(performance.now() - started).toBeLessThan(60_000);
});
