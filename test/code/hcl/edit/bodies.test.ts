import { describe, expect, it } from 'vitest';
import { insertAttribute } from '../../../../src/code/hcl/edit/attribute.ts';
import { appendTopLevel, insertBlock, removeBlock } from '../../../../src/code/hcl/edit/block.ts';
import {
  type BlockInput,
  type BlockParts,
  jsonLiteral,
  raw,
} from '../../../../src/code/hcl/edit/types.ts';
import type { Json } from '../../../../src/model/json.ts';
import { edited, lines } from './support.ts';

const insert = (text: string, value: Json = 1, name = 'n') =>
  edited(text, ({ file, body }) => insertAttribute(file, body, name, jsonLiteral(value)));

describe('insertAttribute', () => {
  it.each([
    ['a CRLF block', 'b {\r\n\ta = 1\r\n}\r\n', 'b {\r\n\ta = 1\r\n\tn = 1\r\n}\r\n'],
    ['a file with a byte order mark', '\uFEFF', '\uFEFFn = 1\n'],
  ])('adds to %s', (_what, text, expected) => {
    expect(insert(text)).toBe(expected);
  });

  it('sets a value of several lines apart, as the others are', () => {
    expect(insert('b {\n  a = 1\n\n  c = {\n    d = 1\n  }\n}\n', { e: 1 })).toBe(
      'b {\n  a = 1\n\n  c = {\n    d = 1\n  }\n\n  n = {\n    e = 1\n  }\n}\n',
    );
    expect(insert('b {\n  a = 1\n  c = {\n    d = 1\n  }\n}\n', { e: 1 })).toBe(
      'b {\n  a = 1\n  c = {\n    d = 1\n  }\n  n = {\n    e = 1\n  }\n}\n',
    );
  });

  it.each([
    ['a block below an empty line', 'b {\n\n  c {\n  }\n}\n', 'b {\n  n = 1\n\n  c {\n  }\n}\n'],
    [
      'a provider that stands alone',
      'terraform {\n  required_providers {\n    a = {\n      b = 1\n    }\n  }\n}\n',
      'terraform {\n  required_providers {\n    a = {\n      b = 1\n    }\n    n = {\n      b = 1\n    }\n  }\n}\n',
    ],
  ])('adds no empty line that nobody asks for, given %s', (_what, text, expected) => {
    const made = edited(text, ({ file, body }) => {
      const [inner] = body.items;
      if (inner?.kind !== 'block') throw new Error('no block');
      return inner.type === 'required_providers'
        ? insertAttribute(file, inner.body, 'n', jsonLiteral({ b: 1 }))
        : insertAttribute(file, body, 'n', jsonLiteral(1), { after: 'start' });
    });

    expect(made).toBe(expected);
  });

  it('goes where it is told to', () => {
    const text = 'b {\n  a = 1 # one\n  # two\n  c = 2\n}\n';
    const at = (place: 'start' | 'first') =>
      edited(text, ({ file, body, attribute }) =>
        insertAttribute(file, body, 'n', jsonLiteral(1), {
          after: place === 'start' ? place : attribute,
        }),
      );

    expect(at('start')).toBe('b {\n  n = 1\n  a = 1 # one\n  # two\n  c = 2\n}\n');
    expect(at('first')).toBe('b {\n  a = 1 # one\n  n = 1\n  # two\n  c = 2\n}\n');
  });

  it.each([
    ['a name that is set', 'b {\n  n = 2\n}\n', 'n', 'refused: ambiguous'],
    ['a name that is none', 'b {}\n', 'a b', 'refused: invalid-input'],
    ['a block with a broken line', 'b {\n  ?\n}\n', 'n', 'refused: broken'],
  ])('refuses %s', (_what, text, name, expected) => {
    expect(insert(text, 1, name)).toBe(expected);
  });
});

const lifecycle: BlockParts = {
  type: 'lifecycle',
  labels: [],
  attributes: [
    { name: 'ignore_changes', value: raw('[tags]') },
    { name: 'prevent_destroy', value: jsonLiteral(true) },
  ],
  blocks: [],
};

describe('insertBlock', () => {
  const rule: BlockParts = {
    type: 'ingress',
    labels: [],
    attributes: [
      { name: 'protocol', value: raw('"udp"') },
      { name: 'description', value: raw('"new"') },
      { name: 'to_port', value: raw('9') },
      { name: 'from_port', value: raw('9') },
    ],
    blocks: [],
  };
  const old = (port: number): string =>
    `  ingress {\n    from_port = ${port}\n    to_port   = ${port}\n    protocol  = "tcp"\n  }\n`;
  const fresh =
    '  ingress {\n    from_port   = 9\n    description = "new"\n    to_port     = 9\n    protocol    = "udp"\n  }\n';

  it.each([
    ['close together', ''],
    ['apart', '\n'],
  ])('orders arguments as the sibling does, and stands as siblings do: %s', (_, between) => {
    const text = `resource "a" "b" {\n  name = "x"\n\n${old(1)}${between}${old(2)}}\n`;
    const wanted = `resource "a" "b" {\n  name = "x"\n\n${old(1)}${between}${old(2)}${between}${fresh}}\n`;

    const made = edited(text, ({ file }) => {
      const [outer] = file.body.items;
      if (outer?.kind !== 'block') throw new Error('no block');
      return insertBlock(file, outer.body, rule);
    });

    expect(made).toBe(wanted);
  });

  it.each([
    ['close together', ''],
    ['apart', '\n'],
  ])('adds to providers that stand %s as they do', (_, between) => {
    const needs = (name: string): string =>
      `    ${name} = {\n      source = "hashicorp/${name}"\n    }\n`;
    const text = `terraform {\n  required_providers {\n${needs('aws')}${between}${needs('null')}  }\n}\n`;
    const made = edited(text, ({ file }) => {
      const outer = file.body.items[0];
      const inner = outer?.kind === 'block' ? outer.body.items[0] : undefined;
      if (inner?.kind !== 'block') throw new Error('no block');
      return insertAttribute(file, inner.body, 'time', jsonLiteral({ source: 'hashicorp/time' }));
    });

    expect(made).toBe(
      `terraform {\n  required_providers {\n${needs('aws')}${between}${needs('null')}${between}${needs('time')}  }\n}\n`,
    );
  });

  const airy = 'x {\n  k = 1\n\n  l {\n  }\n}\n';
  const close = 'x {\n  k = 1\n  l {\n  }\n}\n';

  it.each([
    ['nothing else has a block or an empty line', 'z {\n  k = 1\n  l = 2\n  m = 3\n}\n', ''],
    ['nothing else tells', '', '\n'],
    ['other blocks have an empty line there', airy, '\n'],
    ['other blocks have none there', close, ''],
    ['one has, one has not, and some line is empty', `${airy}\n${close}`, '\n'],
  ])('stands below arguments as blocks do elsewhere: %s', (_what, rest, between) => {
    const text = `b {\n  a = 1\n  c = 2\n}\n\n${rest}`;

    expect(edited(text, ({ file, body }) => insertBlock(file, body, { raw: 'n {}' }))).toBe(
      `b {\n  a = 1\n  c = 2\n${between}  n {}\n}\n\n${rest}`,
    );
  });

  it('stands as the blocks of its own body do, whatever others do', () => {
    const own = 'b {\n  c {\n  }\n\n  d {\n  }\n}\n';
    const others = 'x {\n  c {\n  }\n  n {\n  }\n  e {\n  }\n}\n';

    expect(
      edited(`${own}\n${others}`, ({ file, body }) => insertBlock(file, body, { raw: 'n {\n}' })),
    ).toBe(`b {\n  c {\n  }\n\n  d {\n  }\n\n  n {\n  }\n}\n\n${others}`);
  });

  it('goes behind the last of its type', () => {
    const text = lines('b {', '  c {', '    x = 1', '  } # c', '', '  d {', '  }', '}');
    const input: BlockInput = {
      type: 'c',
      labels: ['l'],
      attributes: [{ name: 'x', value: jsonLiteral(2) }],
      blocks: [{ type: 'e', labels: [], attributes: [], blocks: [] }],
    };

    expect(edited(text, ({ file, body }) => insertBlock(file, body, input))).toBe(
      lines(
        ...[
          'b {',
          '  c {',
          '    x = 1',
          '  } # c',
          '',
          '  c "l" {',
          '    x = 2',
          '',
          '    e {}',
          '  }',
        ],
        ...['', '  d {', '  }', '}'],
      ),
    );
  });

  it.each([
    ['no block', { raw: 'a = 1' }, 'refused: invalid-input'],
    ['two blocks', { raw: 'c {}\nd {}' }, 'refused: invalid-input'],
    ['a type that is no name', { ...lifecycle, type: 'a b' }, 'refused: invalid-input'],
    ['text', { raw: 'c {\n  d = 1\n}' }, 'b {\n  c {\n    d = 1\n  }\n}\n'],
  ] as const)('takes %s', (_what, input, expected) => {
    expect(edited('b {}\n', ({ file, body }) => insertBlock(file, body, input))).toBe(expected);
  });
});

describe('appendTopLevel', () => {
  const input: BlockInput = { type: 'n', labels: ['a', 'b"'], attributes: [], blocks: [] };
  const append = (text: string) => edited(text, ({ file }) => appendTopLevel(file, input));

  it.each([['a CRLF file', 'b {}\r\n', 'b {}\r\n\r\nn "a" "b\\"" {}\r\n']])(
    'adds to %s',
    (_what, text, expected) => {
      expect(append(text)).toBe(expected);
    },
  );

  it('goes behind a block, or to the top below the head of the file', () => {
    const text = '# Licence\n\n# about b\nb {} # b\n\n# about c\nc {}\n';
    const at = (place: 'start' | 'block') =>
      edited(text, ({ file, block }) =>
        appendTopLevel(file, { raw: 'n {}' }, { after: place === 'start' ? place : block }),
      );

    expect(at('block')).toBe('# Licence\n\n# about b\nb {} # b\n\nn {}\n\n# about c\nc {}\n');
    expect(at('start')).toBe('# Licence\n\nn {}\n\n# about b\nb {} # b\n\n# about c\nc {}\n');
  });
});

describe('removeBlock', () => {
  const remove = (text: string) =>
    edited(text, ({ file }) => {
      const all = [...file.body.items].flatMap((item) =>
        item.kind === 'block' ? [item, ...item.body.items] : [item],
      );
      const target = all.find((item) => item.kind === 'block' && item.type === 'n');
      if (target?.kind !== 'block') throw new Error('no block n');
      return removeBlock(file, target);
    });

  it.each([['a CRLF one', 'b {}\r\n\r\nn {}\r\n\r\nc {}\r\n', 'b {}\r\n\r\nc {}\r\n']])(
    'removes %s',
    (_what, text, expected) => {
      expect(remove(text)).toBe(expected);
    },
  );
});
