import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { diffView } from '../../../src/entry/web/intent/diff.ts';
import { codePieces } from '../../../src/entry/web/intent/highlight.ts';
import { fileDiff } from '../../../src/text/hunks.ts';

describe('code on a page', () => {
  it.each([
    [
      '  memory_size = 256 # small',
      [
        ['name', 'memory_size'],
        ['number', '256'],
        ['comment', '# small'],
      ],
    ],
    [
      'resource "aws_s3_bucket" "a" {',
      [
        ['key', 'resource'],
        ['text', '"aws_s3_bucket"'],
        ['text', '"a"'],
      ],
    ],
    [
      '  name = "${var.env}-#1"',
      [
        ['name', 'name'],
        ['text', '"${var.env}-#1"'],
      ],
    ],
    [
      '  replicas: 3',
      [
        ['name', 'replicas'],
        ['number', '3'],
      ],
    ],
    ['  for_each = var.count3', [['key', 'for_each']]],
  ])('tells what is what in %s', (line, expected) => {
    const told = codePieces(line).filter(({ kind }) => kind !== 'plain');
    expect(told.map(({ kind, text }) => [kind, text])).toEqual(expected);
  });

  it('loses nothing of a line', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (line) => {
        expect(
          codePieces(line)
            .map(({ text }) => text)
            .join(''),
        ).toBe(line);
      }),
    );
  });

  it.each(['unified', 'split'] as const)(
    'marks the words that differ and no others, %s',
    async (form) => {
      const text = (size: number) => `x = 1\n  memory = ${size} # <b>\n`;
      const page = String(await diffView([fileDiff('<main>.tf', text(256), text(512))], form));

      expect(page).toContain('<del>256</del>');
      expect(page).toContain('<ins>512</ins>');
      expect(page.match(/<(?:ins|del)>/g)).toHaveLength(2);
      expect(page).toContain('# &lt;b&gt;');
      expect(page).not.toContain('<b>');
    },
  );

  it('shows what cannot be seen', async () => {
    const files = [fileDiff('a.tf', 'x = "a"\n', 'x = "a\u202eb\u001b"\n')];

    expect(String(await diffView(files, 'unified'))).toContain('\uFFFD');
    expect(String(await diffView(files, 'unified'))).not.toContain('\u202e');
  });
});
