import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { diffView } from '../../../src/entry/web/intent/diff.ts';
import { codeLine } from '../../../src/entry/web/intent/highlight.ts';
import { fileDiff } from '../../../src/text/hunks.ts';

const page = async (line: string) => String(await codeLine(line, [], 'ins'));

const signs: Readonly<Record<string, string>> = {
  lt: '<',
  gt: '>',
  quot: '"',
  amp: '&',
  '#39': "'",
};

/** The text that a reader sees. */
const seen = (html: string) =>
  html
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/&([a-z#0-9]+);/g, (_, name: string) => signs[name] ?? '');

describe('code on a page', () => {
  it.each([
    ['  memory_size = 256 # small', 'name:memory_size number:256 comment:# small'],
    ['resource "aws_s3_bucket" "a" {', 'key:resource text:"aws_s3_bucket" text:"a"'],
    ['  name = "${var.env}-#1"', 'name:name text:"${var.env}-#1"'],
    ['  replicas: 3', 'name:replicas number:3'],
    ['  for_each = var.count3', 'key:for_each'],
  ])('highlights %s', async (line, expected) => {
    const reported = [...(await page(line)).matchAll(/<span class="h-(\w+)">(.*?)<\/span>/g)];
    expect(reported.map(([, kind, text = '']) => `${kind}:${seen(text)}`).join(' ')).toBe(expected);
  });

  it('keeps the whole text of a line', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'grapheme' }), async (line) => {
        expect(seen(await page(line))).toBe(line);
      }),
    );
  });

  it.each(['unified', 'split'] as const)(
    'marks exactly the words that differ, %s',
    async (form) => {
      const text = (size: number) => `x = 1
  memory = ${size} # <b>
`;
      const shown = String(await diffView([fileDiff('<main>.tf', text(256), text(512))], form));

      expect(shown).toContain('<del>256</del>');
      expect(shown).toContain('<ins>512</ins>');
      expect(shown.match(/<(?:ins|del)>/g)).toHaveLength(2);
      expect(shown).toContain('# &lt;b&gt;');
      expect(shown).not.toContain('<b>');
    },
  );

  it('makes invisible characters visible', async () => {
    const files = [fileDiff('a.tf', 'x = "a"\n', 'x = "a\u202eb\u001b"\n')];

    expect(String(await diffView(files, 'unified'))).toContain('\uFFFD');
    expect(String(await diffView(files, 'unified'))).not.toContain('\u202e');
  });
});
