import { describe, expect, it } from 'vitest';
import { insertAttribute } from '../../../../src/code/hcl/edit/attribute.ts';
import { insertBlock } from '../../../../src/code/hcl/edit/block.ts';
import { type BlockInput, jsonLiteral } from '../../../../src/code/hcl/edit/types.ts';
import { edited, lines } from './support.ts';

// Cases that need no input other than text are in the files of `cases`.
describe('insertAttribute', () => {
  it('refuses an invalid name', () => {
    expect(
      edited('b {}\n', ({ file, body }) => insertAttribute(file, body, 'a b', jsonLiteral(1))),
    ).toBe('refused: invalid-input');
  });
});

describe('insertBlock', () => {
  it('inserts after the last block of the same type', () => {
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

  it('refuses an invalid type', () => {
    const input: BlockInput = { type: 'a b', labels: [], attributes: [], blocks: [] };

    expect(edited('b {}\n', ({ file, body }) => insertBlock(file, body, input))).toBe(
      'refused: invalid-input',
    );
  });
});
