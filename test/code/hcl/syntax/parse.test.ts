import { describe, expect, it } from 'vitest';
import type { Attribute, Expression } from '../../../../src/code/hcl/syntax/ast.ts';
import { parseExpression, parseHcl, parseTemplate } from '../../../../src/code/hcl/syntax/parse.ts';

function expressionOf(text: string): Expression {
  const parsed = parseExpression(text);
  if (!parsed.ok) throw new Error(parsed.error.message);
  return parsed.value;
}

/** The tree as an s-expression, compact enough for a table. */
function sketch(node: Expression, text: string): string {
  const of = (child: Expression) => sketch(child, text);
  switch (node.kind) {
    case 'binary':
      return `(${node.operator} ${of(node.left)} ${of(node.right)})`;
    case 'unary':
      return `(${node.operator} ${of(node.value)})`;
    case 'conditional':
      return `(? ${of(node.condition)} ${of(node.whenTrue)} ${of(node.whenFalse)})`;
    case 'get':
      return `(. ${of(node.of)} ${node.name})`;
    case 'index':
      return `([] ${of(node.of)} ${of(node.key)})`;
    case 'legacy-index':
      return `(.n ${of(node.of)} ${node.index})`;
    case 'splat':
      return `(${node.full ? '[*]' : '.*'} ${of(node.of)})`;
    case 'call':
      return `(${[node.name, ...node.args.map(of)].join(' ')}${node.expandLast ? '...' : ''})`;
    default:
      return text.slice(node.start, node.end);
  }
}

describe('parseExpression', () => {
  it.each([
    ['1 + 2 * 3', '(+ 1 (* 2 3))'],
    ['1 - 2 - 3', '(- (- 1 2) 3)'],
    ['a || b && c == d', '(|| a (&& b (== c d)))'],
    ['!a.b && -1 > c', '(&& (! (. a b)) (> (- 1) c))'],
    ['a ? b : c ? d : e', '(? a b (? c d e))'],
    ['a.b[0].*.c', '(. (.* ([] (. a b) 0)) c)'],
    ['a[*].b["c"]', '([] (. ([*] a) b) "c")'],
    ['a.0.b', '(. (.n a 0) b)'],
    ['f(a, b...)', '(f a b...)'],
    ['provider::aws::parse(x,)', '(provider::aws::parse x)'],
    ['\n  f(\n  a # one\n  , /* two */ b\n)\n', '(f a b)'],
    ['a\n.b\n+ c', '(+ (. a b) c)'],
  ])('reads %j as %s', (text, expected) => {
    expect(sketch(expressionOf(text), text)).toBe(expected);
  });

  it('keeps the escapes and trim markers of a template', () => {
    const text = '"$${a} ${~ b ~} %%{c}"';
    const node = expressionOf(text);
    const parts = node.kind === 'quoted' ? node.parts : [];

    expect(parts.map((part) => text.slice(part.start, part.end))).toEqual([
      '$${a} ',
      '${~ b ~}',
      ' %%{c}',
    ]);
    expect(parts[1]).toMatchObject({ kind: 'interpolation', trimLeft: true, trimRight: true });
  });

  it('records the commas of a list and of an object', () => {
    expect(expressionOf('[1, 2,]')).toMatchObject({ commas: [2, 5] });
    const object = expressionOf('{ a = 1, b : 2\nc = 3 }');
    const commas = object.kind === 'object' ? object.items.map((item) => item.comma) : [];
    expect(commas).toEqual([7, undefined, undefined]);
  });

  it.each([
    ['', 'Expected a value before the end of the line.', 1, 1],
    ['1 2', 'Expected nothing more after this expression.', 1, 3],
    ["[1,\n'a']", 'Expected double quotes: HCL has no single-quoted strings.', 2, 1],
    ['{a 1}', 'Expected "=" and a value after this key.', 1, 4],
    [
      '"a\\q"',
      'This is not an escape sequence: use \\n, \\r, \\t, \\", \\\\, \\uNNNN or \\UNNNNNNNN.',
      1,
      3,
    ],
    [
      '"\\ud800"',
      'This is not an escape sequence: use \\n, \\r, \\t, \\", \\\\, \\uNNNN or \\UNNNNNNNN.',
      1,
      2,
    ],
    ['a.0.1', 'Expected brackets around each index: [0][1].', 1, 3],
    ['f(a..., b)', 'Expected ")" right after "...".', 1, 7],
    ['"%{ if a }b"', 'Expected "%{ endif }" before the template ends.', 1, 2],
    ['"%{ else }"', 'There is nothing here that "%{ else }" belongs to.', 1, 2],
    ['"${}"', 'Expected a value before this "}".', 1, 4],
  ])('refuses %j', (text, message, line, column) => {
    const parsed = parseExpression(text);

    expect(parsed).toMatchObject({ ok: false, error: { message, line, column } });
  });
});

describe('parseTemplate', () => {
  it('reads a template file', () => {
    const text = 'a "${b}"\n%{ for k, v in c ~}\n${k}\n%{ endfor ~}\n';
    const parsed = parseTemplate(text);
    const kinds = parsed.ok ? parsed.value.map((part) => part.kind) : [];

    expect(kinds).toEqual([
      'text',
      'interpolation',
      'text',
      'directive',
      'text',
      'interpolation',
      'text',
      'directive',
      'text',
    ]);
  });
});

describe('parseHcl', () => {
  it('gives blocks, labels and arguments their exact positions', () => {
    const text = '\uFEFFresource "a\\"b" c { # x\r\n  d = "é" // y\r\n}\r\n';
    const { body, errors } = parseHcl(text);
    const [block] = body.items;

    expect(errors).toEqual([]);
    expect(body).toMatchObject({ start: 1, end: text.length });
    expect(block).toMatchObject({
      kind: 'block',
      type: 'resource',
      start: 1,
      typeEnd: 9,
      open: text.indexOf('{'),
      close: text.indexOf('}'),
      end: text.indexOf('}') + 1,
      labels: [
        { text: 'a"b', quoted: true, start: 10, end: 16 },
        { text: 'c', quoted: false, start: 17, end: 18 },
      ],
      body: {
        items: [
          {
            kind: 'attribute',
            name: 'd',
            start: text.indexOf('d ='),
            nameEnd: text.indexOf(' = '),
          },
        ],
      },
    });
  });

  it('ends a heredoc before its newline', () => {
    const text = 'a = <<-EOT\n  x ${b}\n  EOT\nc = 1\n';
    const [first] = parseHcl(text).body.items as readonly Attribute[];

    expect(first?.value).toMatchObject({
      kind: 'heredoc',
      flush: true,
      marker: 'EOT',
      bodyStart: text.indexOf('  x'),
      bodyEnd: text.indexOf('  EOT'),
      end: text.indexOf('\nc'),
    });
  });

  it.each([200, 250])('reads %i levels of nesting', (depth) => {
    for (const [open, close] of [
      ['[', ']'],
      ['f(', ')'],
      ['{a=', '}'],
      ['"${', '}"'],
    ] as const) {
      const text = `v = ${open.repeat(depth)}1${close.repeat(depth)}\n`;

      expect(parseHcl(text).errors).toEqual([]);
    }
  });

  it.each([
    ['brackets', '[', '1', ']'],
    ['parentheses', '(', '1', ')'],
    ['objects', '{a=', '1', '}'],
    ['calls', 'f(', '1', ')'],
    ['templates', '"${', 'a', '}"'],
    ['indexes', 'a[', '0', ']'],
    ['minus signs', '-', '1', ''],
    ['conditionals', 'a?b:', 'c', ''],
    ['sums', '', '1', '+1'],
    ['attributes', '', 'a', '.b'],
    ['for expressions', '[for x in ', 'y', ':x]'],
  ])('refuses a hundred thousand nested %s with one diagnostic', (_what, open, middle, close) => {
    const text = `v = ${open.repeat(100_000)}${middle}${close.repeat(100_000)}\nw = 1\n`;
    const { errors, body } = parseHcl(text);

    expect(errors.map((error) => error.message)).toEqual(['This is nested too deeply.']);
    expect(body.items.at(-1)).toMatchObject({ kind: 'attribute', name: 'w' });
  });

  it('refuses blocks nested without end', () => {
    expect(parseHcl('b {\n'.repeat(100_000)).errors.length).toBeGreaterThan(0);
    expect(parseHcl('b {\n'.repeat(5000) + '}\n'.repeat(5000)).errors).toHaveLength(1);
  });
});
