import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { changedText, fileChange } from '../../src/text/file-change.ts';
import { cases } from '../cases.ts';

const words = fc.constantFrom('a', 'b = 2', ' ', '\n', '\r\n', '"x"', '🔑', '= 1', '\u2029', '{');
const text = fc.array(words, { maxLength: 30 }).map((all) => all.join(''));

describe('the change of a file', () => {
  it('turns the text it was made for into the other', () => {
    fc.assert(
      fc.property(fc.option(text, { nil: undefined }), text, (before, after) => {
        expect(changedText(fileChange('a.tf', before, after), before)).toBe(after);
      }),
      { numRuns: cases(5000, 300) },
    );
  });

  it('applies to no other text, nor to a missing file', () => {
    const change = fileChange('a.tf', 'a = 1\n', 'a = 2\n');

    expect(changedText(change, 'a = 1')).toBeUndefined();
    expect(changedText(change, undefined)).toBeUndefined();
    expect(changedText(fileChange('a.tf', undefined, 'x\n'), '')).toBeUndefined();
  });

  it.each([
    ['other lines', 'password = "hunter-2"\nsize = 1\n', 'password = "hunter-2"\nsize = 2\n'],
    [
      'the same line',
      'tags = { a = "1", key = "hunter-2", b = "1" }',
      'tags = { a = "2", key = "hunter-2", b = "2" }',
    ],
    ['a line that goes', 'a = 1\nkey = "hunter-2"\nb = 2\n', 'a = 1\nb = 2\n'],
  ])('reveals nothing of %s', (_, before, after) => {
    const change = fileChange('a.tf', before, after);

    expect(JSON.stringify(change)).not.toContain('hunter');
    expect(changedText(change, before)).toBe(after);
  });

  it('of an entirely new text is found in time', () => {
    const [before, after] = ['a', 'b'].map((name) =>
      Array.from({ length: 20_000 }, (_, at) => `${name}${at} = ${at}`).join('\n'),
    ) as [string, string];

    expect(changedText(fileChange('a.tf', before, after), before)).toBe(after);
  });
});
