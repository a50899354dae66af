import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fileDiff } from '../../src/text/hunks.ts';

const code = (size: number) =>
  [
    '# who uses it',
    'resource "aws_lambda_function" "api" {',
    '  # set by hand',
    `  memory_size = ${size}`,
    '  timeout     = 3',
    '}',
    '',
  ].join('\n');

describe('a change of a file in lines', () => {
  it('has the lines around it, comments among them, with their numbers', () => {
    const [hunk] = fileDiff('main.tf', code(256), code(1024)).hunks;

    expect(hunk?.lines.map(({ kind, before, after }) => [kind, before, after]).slice(2, 6)).toEqual(
      [
        ['same', 3, 3],
        ['removed', 4, undefined],
        ['added', undefined, 4],
        ['same', 5, 5],
      ],
    );
    expect(hunk?.lines[2]?.text).toBe('  # set by hand');
  });

  it('names the block that a change far down is in', () => {
    const long = (size: number) =>
      `locals {
${'  # more\n'.repeat(20)}  size = ${size}
}
variable "x" {}
`;

    expect(fileDiff('main.tf', long(1), long(2)).hunks[0]?.heading).toBe('locals {');
  });

  it('tells a new file from one that was empty', () => {
    expect(fileDiff('new.tf', undefined, 'x = 1\n')).toMatchObject({ isNew: true, hunks: [{}] });
    expect(fileDiff('old.tf', '', 'x = 1\n').isNew).toBe(false);
    expect(fileDiff('same.tf', 'x = 1\n', 'x = 1\n').hunks).toEqual([]);
  });

  it('numbers each line as it stands in its text', () => {
    const lines = fc.array(fc.constantFrom('a', 'b', '}', '-', '+', ' c', ''), { maxLength: 25 });
    fc.assert(
      fc.property(lines, lines, (one, other) => {
        const { hunks } = fileDiff('f', one.join('\n'), other.join('\n'));
        for (const { kind, text, before, after } of hunks.flatMap((hunk) => hunk.lines)) {
          if (kind !== 'added') expect(one[(before ?? 0) - 1]).toBe(text);
          if (kind !== 'removed') expect(other[(after ?? 0) - 1]).toBe(text);
        }
      }),
    );
  });
});
