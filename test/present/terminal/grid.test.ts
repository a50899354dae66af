import { describe, expect, it } from 'vitest';
import { drawGrid } from '../../../src/present/terminal/grid.ts';

/** The lines of a table's only cell, without borders. */
function cell(text: string, width = 14): readonly string[] {
  const lines = drawGrid(['a'], [[text]], [width]).split('\n');
  return lines.slice(3, -1).map((line) => line.slice(2, -2));
}

describe('a table', () => {
  it('has borders, and rows as high as their highest cell', () => {
    expect(drawGrid(['Who', 'What'], [['ada', 'one two three']], [7, 9])).toBe(
      [
        '┌───────┬─────────┐',
        '│ Who   │ What    │',
        '├───────┼─────────┤',
        '│ ada   │ one two │',
        '│       │ three   │',
        '└───────┴─────────┘',
      ].join('\n'),
    );
  });

  it.each([
    ['blanks are where lines end', 'aaaa bbbb cccc dddd', ['aaaa bbbb   ', 'cccc dddd   ']],
    ['lines of its own stay', 'one\n\ntwo', ['one         ', '            ', 'two         ']],
    ['what is indented stays so', 'one\n  two', ['one         ', '  two       ']],
    ['a word that is too wide is cut', `a ${'x'.repeat(20)}`, ['a           ', 'xxxxxxxxxxx…']],
    ['wide letters take two columns', '東京東京東京東京', ['東京東京東… ']],
  ])('wraps its cells: %s', (_, text, lines) => {
    expect(cell(text)).toEqual(lines);
  });

  it('does not count color codes', () => {
    expect(cell('\u001b[1mbold\u001b[22m word')).toEqual(['\u001b[1mbold\u001b[22m word   ']);
  });

  it('limits the lines of a cell, and says how many more there are', () => {
    const lines = cell(Array.from({ length: 5000 }, (_, at) => `line ${at}`).join('\n'), 24);

    expect(lines).toHaveLength(40);
    expect(lines.at(-1)).toBe('and 4961 more lines   ');
  });
});
