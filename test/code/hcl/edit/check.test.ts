import { describe, expect, it } from 'vitest';
import { checkEdit } from '../../../../src/code/hcl/edit/check.ts';
import { setExpression } from '../../../../src/code/hcl/edit/expression.ts';
import { blocksIn, findAttribute, findItem } from '../../../../src/code/hcl/edit/find.ts';
import { jsonLiteral } from '../../../../src/code/hcl/edit/types.ts';
import { parseHcl } from '../../../../src/code/hcl/syntax/parse.ts';
import { applyEdits } from '../../../../src/text/edits.ts';
import { subjectOf } from './support.ts';

function splice(text: string, from: string, to: string) {
  return { offset: text.indexOf(from), length: from.length, text: to };
}

describe('applyEdits', () => {
  const text = 'abcdef';

  it.each([
    ['nothing', [], text],
    [
      'edits in any order',
      [
        { offset: 4, length: 1, text: 'E' },
        { offset: 0, length: 2, text: '' },
      ],
      'cdEf',
    ],
    [
      'an insertion in front of a replacement',
      [
        { offset: 1, length: 1, text: 'B' },
        { offset: 1, length: 0, text: '+' },
      ],
      'a+Bcdef',
    ],
    ['an insertion at the end', [{ offset: 6, length: 0, text: '!' }], 'abcdef!'],
  ])('applies %s', (_what, edits, expected) => {
    expect(applyEdits(text, edits)).toEqual({ ok: true, value: expected });
  });

  it.each([
    [
      'edits that overlap',
      [
        { offset: 0, length: 2, text: '' },
        { offset: 1, length: 1, text: '' },
      ],
      'edit-conflict',
    ],
    ['an edit behind the text', [{ offset: 6, length: 1, text: '' }], 'edit-out-of-range'],
    ['an edit before the text', [{ offset: -1, length: 0, text: '' }], 'edit-out-of-range'],
  ])('refuses %s', (_what, edits, code) => {
    expect(applyEdits(text, edits)).toMatchObject({ ok: false, error: { code } });
  });
});

describe('checkEdit', () => {
  const text = `a = [1, 2]
b {
  c = "\${d}"
}
`;

  it.each([
    ['a value', splice(text, '2', '{ x = 1 }')],
    ['a removed line', splice(text, 'a = [1, 2]\n', '')],
    ['a new block', { offset: text.length, length: 0, text: 'e {}\n' }],
    ['something wrapped around a node', splice(text, '[1, 2]', 'f([1, 2])')],
  ])('passes %s', (_what, edit) => {
    expect(checkEdit(parseHcl(text), [edit])).toMatchObject({ ok: true });
  });

  it.each([
    ['breaks the syntax', splice(text, ']', ''), 'edit-breaks-syntax'],
    [
      'sets an argument twice',
      { offset: text.length, length: 0, text: 'a = 3\n' },
      'edit-breaks-syntax',
    ],
    ['comments out what follows', splice(text, '\n  c', ' # c'), 'edit-changes-more'],
    [
      'changes what an operand belongs to',
      { offset: text.indexOf('1'), length: 0, text: '-3 * ' },
      undefined,
    ],
    ['joins two elements', splice(text, ', ', ' + '), 'edit-changes-more'],
    [
      'puts an argument into a block',
      splice(
        text,
        '\n}',
        `
}
b {
  e = 1
}`,
      ),
      'edit-changes-more',
    ],
    ['takes an interpolation apart', splice(text, '${', '$${'), 'edit-changes-more'],
    ['renames by accident', splice(text, 'b {', 'bb {'), undefined],
  ])('notices when an edit %s', (_what, edit, code) => {
    const checked = checkEdit(parseHcl(text), [edit]);

    expect(checked.ok ? undefined : checked.error.code).toBe(code);
  });

  it('accepts errors that were there before, but no new ones', () => {
    const broken = 'a = 1\n? b\n\nd = 1\nc = 2\n';
    const file = parseHcl(broken);

    expect(checkEdit(file, [splice(broken, 'a = 1', 'a = "long"')])).toMatchObject({ ok: true });
    expect(checkEdit(file, [splice(broken, '2', '?')])).toMatchObject({
      ok: false,
      error: { code: 'edit-breaks-syntax' },
    });
  });
});

describe('finding', () => {
  const { file, body, value } = subjectOf(
    `m = { a = 1, "b" = 2, 3 = 3 }
r "x" "y" {
  k = 1
  n {}
  n {}
}
`,
  );

  it('finds an unambiguous target', () => {
    expect(findAttribute(file, body, 'k')).toMatchObject({ ok: true, value: { name: 'k' } });
    expect(blocksIn(body, 'n')).toHaveLength(2);
    for (const key of ['a', 'b', '3']) {
      expect(value.kind === 'object' && findItem(file, value, key).ok).toBe(true);
    }
  });

  it.each([['other names', findAttribute(file, body, 'z'), 'not-found']])(
    'refuses %s',
    (_what, result, code) => {
      expect(result).toMatchObject({ ok: false, refusal: { code } });
    },
  );

  it('refuses nodes of another file', () => {
    const other = subjectOf('x = 1\n');

    expect(setExpression(file, other.value, jsonLiteral(2))).toMatchObject({
      ok: false,
      refusal: { code: 'not-found' },
    });
  });
});
