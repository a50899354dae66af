import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { breakLines, breakWords } from '../../../src/present/terminal/break.ts';
import { jsonText, safeJsonPieces, terminalText } from '../../../src/present/terminal/safe.ts';
import { createStyle } from '../../../src/present/terminal/style.ts';

describe('long words', () => {
  it.each([
    ['short enough', 'short enough'],
    ['aws_autoscaling_group.this', 'aws_autoscaling_group .this'],
    ['a["one"]["two"]["three"]["four"]', 'a["one"]["two"] ["three"]["four"]'],
    ['restrict_public_buckets_and_more', 'restrict_public_ buckets_and_more'],
    ['x'.repeat(50), `${'x'.repeat(22)} ${'x'.repeat(22)} xxxxxx`],
  ])('%s', (text, broken) => {
    expect(breakWords(text, 22)).toBe(broken);
  });

  const words = fc.array(fc.stringMatching(/^[a-z_.[\]"0-9-]{1,60}$/), { minLength: 1 });
  const widths = fc.integer({ min: 8, max: 40 });

  it('are broken without loss, and fit', () => {
    fc.assert(
      fc.property(words, widths, (list, width) => {
        const text = list.join(' ');
        const broken = breakWords(text, width);

        expect(broken.replaceAll(/\s/g, '')).toBe(text.replaceAll(/\s/g, ''));
        expect(broken.split(' ').every((word) => word.length <= width)).toBe(true);
      }),
    );
  });

  it('are broken into lines without loss, indented after the first', () => {
    fc.assert(
      fc.property(words, widths, (list, width) => {
        const text = list.join(' ');
        const [first = '', ...rest] = breakLines(text, width).split('\n');

        expect([first, ...rest].join('').replaceAll(/\s/g, '')).toBe(text.replaceAll(/\s/g, ''));
        expect([first, ...rest].every((line) => line.length <= width)).toBe(true);
        expect(rest.every((line) => line.startsWith('  '))).toBe(true);
      }),
    );
  });
});

describe('terminal output', () => {
  const esc = String.fromCharCode(27);

  it("has Parley's colors, and no other control sequences", () => {
    const { green, bold } = createStyle(true);
    const text = `${green('accept')} ${bold('x')} ${esc}[8mhidden${esc}[2J\u009b1m\u202e\tx\r\n`;

    expect(terminalText(text, true)).toBe(
      `${esc}[32maccept${esc}[39m ${esc}[1mx${esc}[22m \\u{1b}[8mhidden\\u{1b}[2J\\u{9b}1m\\u{202e}    x\\u{d}\n`,
    );
  });

  it('has no color if none was requested', () => {
    expect(terminalText(`${esc}[32mx${esc}[39m`, false)).toBe('\\u{1b}[32mx\\u{1b}[39m');
  });

  it('is JSON of the same value, with all invisible characters escaped', () => {
    fc.assert(
      fc.property(fc.jsonValue({ stringUnit: 'binary' }), (value) => {
        const text = jsonText(value);

        expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)));
        expect(text).not.toMatch(/[^\P{Cc}\n]|[\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u);
      }),
    );
  });

  it('comes in pieces that add up to the same text', () => {
    const members = fc.dictionary(
      fc.string(),
      fc.oneof(
        fc.jsonValue({ stringUnit: 'binary' }),
        fc.constant(undefined),
        fc.array(fc.jsonValue({ stringUnit: 'binary', maxDepth: 1 }), {
          minLength: 15,
          maxLength: 40,
          size: 'max',
        }),
      ),
    );
    fc.assert(
      fc.property(members, (value) => {
        expect([...safeJsonPieces(value)].join('')).toBe(jsonText(value, 2));
      }),
    );
  });
});
