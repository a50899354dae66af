import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cutText, displayText } from '../../src/model/text.ts';

describe('displayText', () => {
  it.each([
    ['plain text', 'alice@example.com', 'alice@example.com'],
    ['letters of any script and emoji', 'Zoë 東京 🙂', 'Zoë 東京 🙂'],
    ['surrounding blanks', '  deploy \n', 'deploy'],
    ['a line break that would forge a trailer', 'x\nVerdict: accept', 'x\\u{a}Verdict: accept'],
    ['a terminal escape', '\x1b[31mred', '\\u{1b}[31mred'],
    ['a bidi override', 'user\u202Egpj', 'user\\u{202e}gpj'],
    ['invisible tag characters', 'a\u{E0041}b', 'a\\u{e0041}b'],
    ['a lone surrogate', 'a\uD800b', 'a\\u{d800}b'],
    ['nothing', '', ''],
  ])('shows %s', (_, text, expected) => {
    expect(displayText(text)).toBe(expected);
  });

  it('truncates by characters, not by UTF-16 units', () => {
    expect(displayText('🙂🙂🙂🙂', 3)).toBe('🙂🙂…');
    expect(displayText('🙂🙂🙂', 3)).toBe('🙂🙂🙂');
    expect(displayText('abcd', 3)).toBe('ab…');
    expect(displayText(' abc', 4)).toBe('abc');
  });

  it('returns one printable line within the limit, for any input', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), fc.nat(40), (text, room) => {
        const shown = displayText(text, room + 1);

        expect(Array.from(shown).length).toBeLessThanOrEqual(room + 1);
        expect(shown).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u);
      }),
    );
  });
});

describe('cutText', () => {
  it.each([
    ['what fits', 'from 3 to 384', 13, 'from 3 to 384'],
    ['a number', 'from 3 to 384', 12, 'from 3 to…'],
    ['a number with a sign', 'to -384 GiB', 6, 'to…'],
    ['a fraction', 'to 38.45 GiB', 7, 'to…'],
    ['groups of digits', 'to 1,234,567 GiB', 8, 'to…'],
    ['a time', 'at 12:30:45 UTC', 9, 'at…'],
    ['a number in a name', 'scaled web384 up', 12, 'scaled…'],
    ['a word', 'scaled production up', 12, 'scaled…'],
    ['between words', 'scaled web up', 11, 'scaled web…'],
    ['behind a word', 'scaled web-tier', 11, 'scaled web…'],
    ['behind a number', 'to 384 GiB', 8, 'to 384…'],
    ['a sentence of one long word', 'a'.repeat(60), 50, `${'a'.repeat(49)}…`],
    ['a long number alone', '1'.repeat(60), 50, '…'],
    ['an id', `i-${'0a1b'.repeat(10)}`, 40, `i-${'0a1b'.repeat(9)}0…`],
  ])('keeps or drops %s as a whole', (_, text, max, expected) => {
    expect(cutText(text, max)).toBe(expected);
  });

  it('never leaves part of a number, nor more than fits', () => {
    const words = fc.array(fc.oneof(fc.nat().map(String), fc.stringMatching(/^[a-z]{1,8}$/)));
    fc.assert(
      fc.property(words, fc.integer({ min: 1, max: 40 }), (all, max) => {
        const cut = cutText(all.join(' '), max);
        const numbers = cut.match(/\d+/g) ?? [];

        expect(Array.from(cut).length).toBeLessThanOrEqual(max);
        expect(numbers.filter((one) => !all.includes(one))).toEqual([]);
      }),
    );
  });
});
