import { describe, expect, it } from 'vitest';
import { appendTopLevel } from '../../../../src/code/hcl/edit/block.ts';
import { setExpression } from '../../../../src/code/hcl/edit/expression.ts';
import { findAttribute } from '../../../../src/code/hcl/edit/find.ts';
import { reconcileValue } from '../../../../src/code/hcl/edit/reconcile.ts';
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
    [[{ a: 1 }], '[\n  {\n    a = 1\n  },\n]'],
    [
      { a: 1, long_name: 'x', 'b c': { d: [] }, for: 2 },
      '{\n  a         = 1\n  long_name = "x"\n  "b c" = {\n    d = []\n  }\n  "for" = 2\n}',
    ],
  ])('writes %j', (value, expected) => {
    expect(renderHclValue(value)).toBe(expected);
  });

  it('breaks lists that are too long for a line', () => {
    const list = Array.from({ length: 12 }, (_, index) => `10.0.${index}.0/24`);

    expect(renderHclValue(list).split('\n')).toHaveLength(14);
    expect(renderHclValue(list, { layout: 'inline' })).not.toContain('\n');
  });
});

describe('setExpression', () => {
  it.each<[string, string, Json, string]>([
    ['a CRLF file', 'a = 1\r\nb = 2\r\n', { c: 1 }, 'a = {\r\n  c = 1\r\n}\r\nb = 2\r\n'],

    ['a file with a byte order mark', '\uFEFFa = 1\n', 2, '\uFEFFa = 2\n'],
  ])('sets %s', (_what, text, value, expected) => {
    expect(
      edited(text, ({ file, value: target }) => setExpression(file, target, jsonLiteral(value))),
    ).toBe(expected);
  });

  it('keeps aligned what terraform fmt had aligned', () => {
    const text = lines('a   = 1     # one', 'bcd = "xyz" # two', 'ef  = 3     # three');

    expect(
      edited(text, ({ file, value }) => setExpression(file, value, jsonLiteral('longer'))),
    ).toBe(lines('a   = "longer" # one', 'bcd = "xyz"    # two', 'ef  = 3        # three'));
    expect(
      edited(text, ({ file, value }) => setExpression(file, value, jsonLiteral({ b: 1 }))),
    ).toBe(
      lines('a = {', '  b = 1', '} # one', 'bcd = "xyz" # two', 'ef  = 3     # three').replace(
        '} # one\nbcd = "xyz" # two\nef  = 3     # three',
        '}           # one\nbcd = "xyz" # two\nef  = 3     # three',
      ),
    );
  });

  it('leaves alone what was not aligned', () => {
    const text = lines('a = 1 # one', 'bcd = "xyz" # two');

    expect(
      edited(text, ({ file, value }) => setExpression(file, value, jsonLiteral('longer'))),
    ).toBe(lines('a = "longer" # one', 'bcd = "xyz" # two'));
  });

  it.each([
    ['a reference', 'aws_vpc.main.id', 'x = aws_vpc.main.id\n'],
    ['a conditional beside an operator, in parentheses', 'var.a ? 1 : 2', 'x = var.a ? 1 : 2\n'],
    ['a call over lines, indented', 'merge(\n    a,\n    b\n  )', 'x = merge(\n  a,\n  b\n)\n'],
    ['nothing that ends early', '1 } b {', 'refused: invalid-input'],
    ['no second argument', '1\ny = 2', 'refused: invalid-input'],
    ['no comment', '1 # x', 'refused: invalid-input'],
    ['nothing at all', ' ', 'refused: invalid-input'],
  ])('takes %s', (_what, source, expected) => {
    expect(edited('x = 1\n', ({ file, value }) => setExpression(file, value, raw(source)))).toBe(
      expected,
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

  it('refuses a heredoc where more follows on the line', () => {
    const set = (text: string) =>
      edited(text, ({ file, value }) => setExpression(file, value, raw('<<E\ny\nE')));

    expect(set('x = 1\n')).toBe('x = <<E\ny\nE\n');
    expect(set('x = 1 # note\n')).toBe('refused: invalid-input');
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

describe('text of several lines', () => {
  const own = lines('b {', '  x = "1"', '  y = <<-EOT', '    old', '  EOT', '}');
  const set = (text: string, value: string, name = 'x'): string =>
    edited(text, ({ file }) => {
      const body = file.body.items.findLast((item) => item.kind === 'block')?.body ?? file.body;
      const attribute = findAttribute(file, body, name);
      return attribute.ok
        ? setExpression(file, attribute.value.value, jsonLiteral(value))
        : attribute;
    });

  it.each<[string, string, string, string]>([
    [
      'is quoted where lines end with CRLF',
      own.replaceAll('\n', '\r\n'),
      'a\nb\n',
      own.replaceAll('\n', '\r\n').replace('"1"', '"a\\nb\\n"'),
    ],
  ])('%s', (_what, text, value, expected) => {
    expect(set(text, value)).toBe(expected);
  });

  it('of a new block is a heredoc where others of its kind are', () => {
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

  it('of a new key is a heredoc beside others', () => {
    const text = 'm = {\n  a = <<E\nx\nE\n}\n';

    expect(
      edited(text, ({ file, value }) => reconcileValue(file, value, { a: 'x\n', b: 'y\nz\n' })),
    ).toBe('m = {\n  a = <<E\nx\nE\n  b = <<E\ny\nz\nE\n}\n');
  });
});
