import { describe, expect, it } from 'vitest';
import { insertAttribute } from '../../../../src/code/hcl/edit/attribute.ts';
import { appendTopLevel, insertBlock } from '../../../../src/code/hcl/edit/block.ts';
import { listInsert } from '../../../../src/code/hcl/edit/list.ts';
import { type BlockParts, jsonLiteral } from '../../../../src/code/hcl/edit/types.ts';
import { edited } from './support.ts';

const rule: BlockParts = {
  type: 'rule',
  labels: [],
  attributes: [{ name: 'port', value: jsonLiteral(22) }],
  blocks: [
    {
      type: 'match',
      labels: [],
      attributes: [{ name: 'tags', value: jsonLiteral({ A: 1 }) }],
      blocks: [],
    },
  ],
};

/** The same code with another indentation. */
const indented = (unit: string, text: string): string => text.replaceAll('  ', unit);

describe.each([
  ['two blanks', '  '],
  ['four blanks', '    '],
  ['tabs', '\t'],
  ['three blanks', '   '],
])('a file indented by %s', (_, unit) => {
  it.each<[string, string, string]>([
    [
      'a nested block',
      `b {
  rule {
    port = 1
  }
}
`,
      `b {
  rule {
    port = 1
  }

  rule {
    port = 22

    match {
      tags = {
        A = 1
      }
    }
  }
}
`,
    ],
    [
      'the first nested block',
      `b {
  a = 1

  c = 2
}
`,
      `b {
  a = 1

  c = 2

  rule {
    port = 22

    match {
      tags = {
        A = 1
      }
    }
  }
}
`,
    ],
  ])('gets %s', (_what, text, expected) => {
    const given = indented(unit, text);

    expect(edited(given, ({ file, body }) => insertBlock(file, body, rule))).toBe(
      indented(unit, expected),
    );
  });

  it('gets a map, an entry of a map, a list element and a block with its own indentation', () => {
    const file = indented(
      unit,
      `b {
  a = 1
}
`,
    );
    const list = indented(
      unit,
      `b {
  a = 1
}
l = [
  {
    c = 1
  },
]
`,
    );

    expect(
      edited(file, ({ file: hcl, body }) =>
        insertAttribute(hcl, body, 'tags', jsonLiteral({ A: { B: 1 } })),
      ),
    ).toBe(
      indented(
        unit,
        `b {
  a = 1
  tags = {
    A = {
      B = 1
    }
  }
}
`,
      ),
    );
    expect(
      edited(list, ({ file: hcl }) => {
        const last = hcl.body.items.at(-1);
        if (last?.kind !== 'attribute' || last.value.kind !== 'tuple') throw new Error('no list');
        return listInsert(hcl, last.value, jsonLiteral({ c: 2 }));
      }),
    ).toBe(
      indented(
        unit,
        `b {
  a = 1
}
l = [
  {
    c = 1
  },
  {
    c = 2
  },
]
`,
      ),
    );
    expect(edited(file, ({ file: hcl }) => appendTopLevel(hcl, { ...rule, blocks: [] }))).toBe(
      indented(
        unit,
        `b {
  a = 1
}

rule {
  port = 22
}
`,
      ),
    );
  });
});

describe('quotes around keys', () => {
  const resource = (tags: string): string =>
    `resource "x" "a" {
  tags = ${tags}
}

resource "x" "b" {
  name = "b"
}
`;
  const quoted = '{\n    "Name" = "a"\n  }';
  const bare = '{\n    Name = "a"\n  }';
  const addTags = (text: string): string =>
    edited(text, ({ file }) => {
      const last = file.body.items.at(-1);
      if (last?.kind !== 'block') throw new Error('no block');
      return insertAttribute(file, last.body, 'tags', jsonLiteral({ Team: 'x' }));
    });

  it.each([
    ['as the same argument elsewhere has them', quoted, '"Team" = "x"'],
    ['not where it has none', bare, 'Team = "x"'],
    ['not where only some have them', '{\n    "Name" = "a"\n    Team   = "y"\n  }', 'Team = "x"'],
  ])('are used in a new argument %s', (_, tags, line) => {
    expect(addTags(resource(tags))).toContain(`  tags = {
    ${line}
  }
`);
  });

  it('are used in a new block as elsewhere in the same argument', () => {
    const block = {
      ...rule,
      attributes: [{ name: 'tags', value: jsonLiteral({ Team: 'x' }) }],
      blocks: [],
    };

    expect(edited(resource(quoted), ({ file }) => appendTopLevel(file, block))).toContain(
      `rule {
  tags = {
    "Team" = "x"
  }
}
`,
    );
  });
});
