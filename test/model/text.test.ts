import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { displayText } from '../../src/model/text.ts';

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

  it('cuts by characters, not by UTF-16 units', () => {
    expect(displayText('🙂🙂🙂🙂', 3)).toBe('🙂🙂…');
    expect(displayText('🙂🙂🙂', 3)).toBe('🙂🙂🙂');
    expect(displayText('abcd', 3)).toBe('ab…');
    expect(displayText(' abc', 4)).toBe('abc');
  });

  it('is one printable line within the limit, whatever comes in', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), fc.nat(40), (text, room) => {
        const shown = displayText(text, room + 1);

        expect(Array.from(shown).length).toBeLessThanOrEqual(room + 1);
        expect(shown).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u);
      }),
    );
  });
});
