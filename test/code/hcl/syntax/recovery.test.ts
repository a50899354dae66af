import { describe, expect, it } from 'vitest';
import type { Body } from '../../../../src/code/hcl/syntax/ast.ts';
import { codeFrame, lineColumn } from '../../../../src/code/hcl/syntax/diagnostics.ts';
import { parseHcl } from '../../../../src/code/hcl/syntax/parse.ts';

function outline(body: Body, text: string): readonly unknown[] {
  return body.items.map((item) => {
    if (item.kind === 'block') return [item.type, outline(item.body, text)];
    return item.kind === 'attribute' ? item.name : { broken: text.slice(item.start, item.end) };
  });
}

describe('error recovery', () => {
  it.each([
    ['a wrong value', "a = 'x'\nb = 1\n", [{ broken: "a = 'x'" }, 'b']],
    ['two arguments on a line', 'a = 1 b = 2\nc = 3\n', [{ broken: 'a = 1 b = 2' }, 'c']],
    [
      'a wrong line in a block',
      `x {
  a = 
  b = 1
}
y {}
`,
      [
        ['x', [{ broken: 'a = ' }, 'b']],
        ['y', []],
      ],
    ],
    [
      'a wrong object with lines of its own',
      `a = {
  b = 1 c = 2
  "}" = 3
}
d = 4
`,
      [
        {
          broken: `a = {
  b = 1 c = 2
  "}" = 3
}`,
        },
        'd',
      ],
    ],
    ['a stray brace', 'a = 1\n}\nb = 2\n', ['a', { broken: '}' }, 'b']],
    [
      'a wrong label',
      `x 1.2 {
  a = 1
}
b = 2
`,
      [
        {
          broken: `x 1.2 {
  a = 1
}`,
        },
        'b',
      ],
    ],
    [
      'a block without end',
      `a = 1
x {
  y {
  b = 1
`,
      [
        'a',
        {
          broken: `x {
  y {
  b = 1
`,
        },
      ],
    ],
    [
      'a heredoc without end',
      `x {
  a = <<E
}
`,
      [
        {
          broken: `x {
  a = <<E
}
`,
        },
      ],
    ],
    ['a comment without end', 'a = 1\n/* b\nc = 1\n', ['a', { broken: '/* b\nc = 1\n' }]],
    ['lines in a row', 'a b\n? c\nd = 1\n', [{ broken: 'a b\n? c' }, 'd']],
  ])('keeps the rest of a file with %s', (_what, text, expected) => {
    const { body, errors } = parseHcl(text);

    expect(outline(body, text)).toEqual(expected);
    expect(errors).toHaveLength(1);
  });

  it('reports an argument that is set twice at the second one', () => {
    const text = `b {
  a = 1
  c = 2
  a = 3
}
`;

    expect(parseHcl(text).errors).toEqual([
      {
        message: 'The argument "a" is set twice in this block.',
        start: text.lastIndexOf('a'),
        end: text.lastIndexOf('a') + 1,
        line: 4,
        column: 3,
      },
    ]);
  });

  it('reports errors in the order of the text', () => {
    const { errors } = parseHcl(`x {
  a = 'b'
  c = 1
  d = 'e'
}
y = 'z'
`);

    expect(errors.map((error) => error.line)).toEqual([2, 4, 6]);
  });
});

describe('diagnostics', () => {
  it.each([
    ['', 0, 1, 1],
    ['ab\ncd', 4, 2, 2],
    ['ab\r\ncd', 4, 2, 1],
    ['\uFEFFab', 1, 1, 1],
    ['ab\n', 3, 2, 1],
  ])('finds line and column in %j at %i', (text, offset, line, column) => {
    expect(lineColumn(text, offset)).toEqual({ line, column });
  });

  it('shows the surrounding lines', () => {
    const text = 'resource "a" "b" {\r\n\tname = \'x\'\r\n}\r\n';
    const [error] = parseHcl(text).errors;

    expect(error && codeFrame(text, error)).toBe(
      ['  1 | resource "a" "b" {', "> 2 | \tname = 'x'", '    | \t       ^', '  3 | }'].join('\n'),
    );
  });

  it('shortens long lines around the position', () => {
    const text = `a = [${'1, '.repeat(500)}?, ${'2, '.repeat(500)}]\n`;
    const [error] = parseHcl(text).errors;
    const frame = error === undefined ? '' : codeFrame(text, error);
    const [shown = '', marked = ''] = frame.split('\n');

    expect(shown.length).toBeLessThan(120);
    expect(shown[marked.indexOf('^')]).toBe('?');
  });
});
