import { describe, expect, it } from 'vitest';
import { appendTopLevel } from '../../../../src/code/hcl/edit/block.ts';
import { setExpression } from '../../../../src/code/hcl/edit/expression.ts';
import { renderHclValue } from '../../../../src/code/hcl/edit/render.ts';
import { jsonLiteral, raw } from '../../../../src/code/hcl/edit/types.ts';
import type { Json } from '../../../../src/model/json.ts';
import { edited, lines } from './support.ts';

describe('renderValue', () => {
  it.each<[Json, string]>([
    ['plain', '"plain"'],
    ['say "hi" \\ \n\t', '"say \\"hi\\" \\\\ \\n\\t"'],
    ['${a} %{b} $${c} $ %', '"$${a} %%{b} $$${c} $ %"'],
    ['\u0007\uFEFF', '"\\u0007\\ufeff"'],
    [123456789012, '123456789012'],
    [1e21, '1e+21'],
    [0.1, '0.1'],
    [-5, '-5'],
    [null, 'null'],
    [[], '[]'],
    [{}, '{}'],
    [['a', 1, true], '["a", 1, true]'],
    [
      [{ a: 1 }],
      `[
  {
    a = 1
  },
]`,
    ],
    [
      { a: 1, long_name: 'x', 'b c': { d: [] }, for: 2 },
      `{
  a         = 1
  long_name = "x"
  "b c" = {
    d = []
  }
  "for" = 2
}`,
    ],
  ])('writes %j', (value, expected) => {
    expect(renderHclValue(value)).toBe(expected);
  });

  it('breaks lists that are too long for one line', () => {
    const list = Array.from({ length: 12 }, (_, index) => `10.0.${index}.0/24`);

    expect(renderHclValue(list).split('\n')).toHaveLength(14);
    expect(renderHclValue(list, { layout: 'inline' })).not.toContain('\n');
  });
});

describe('setExpression', () => {
  it('does not accept empty text as an expression', () => {
    expect(edited('x = 1\n', ({ file, value }) => setExpression(file, value, raw(' ')))).toBe(
      'refused: invalid-input',
    );
  });

  it('adds the parentheses that an operand needs', () => {
    const set = (text: string) =>
      edited(text, ({ file, value }) => {
        const target =
          value.kind === 'binary' ? value.left : value.kind === 'get' ? value.of : value;
        return setExpression(file, target, raw('a || b'));
      });

    expect(set('x = c && d\n')).toBe('x = (a || b) && d\n');
    expect(set('x = c.d\n')).toBe('x = (a || b).d\n');
  });

  it.each([
    ['a number that is none', Number.POSITIVE_INFINITY],
    ['one deep inside', [{ a: Number.NaN }]],
  ])('refuses %s', (_what, value) => {
    expect(
      edited('x = 1\n', ({ file, value: target }) =>
        setExpression(file, target, jsonLiteral(value)),
      ),
    ).toBe('refused: invalid-input');
  });
});

describe('multi-line text', () => {
  const own = lines('b {', '  x = "1"', '  y = <<-EOT', '    old', '  EOT', '}');
  it('in a new block is a heredoc if other blocks of its kind use one', () => {
    const block = {
      type: 'b',
      labels: [],
      attributes: [{ name: 'y', value: jsonLiteral('a\nb\n') }],
      blocks: [],
    };

    expect(edited(own, ({ file }) => appendTopLevel(file, block))).toBe(
      `${own}\n${lines('b {', '  y = <<-EOT', '    a', '    b', '  EOT', '}')}`,
    );
  });
});
