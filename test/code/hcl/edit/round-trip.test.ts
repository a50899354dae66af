import { describe, expect, it } from 'vitest';
import { checkEdit } from '../../../../src/code/hcl/edit/check.ts';
import { setExpression } from '../../../../src/code/hcl/edit/expression.ts';
import { raw } from '../../../../src/code/hcl/edit/types.ts';
import type { Attribute } from '../../../../src/code/hcl/syntax/ast.ts';
import { parseHcl } from '../../../../src/code/hcl/syntax/parse.ts';
import { descendants } from '../../../../src/code/hcl/syntax/walk.ts';
import { describeOracle } from '../oracle.ts';

type Case = Readonly<Record<string, unknown>>;

/** Every oracle with HCL in it; `format-hclwrite` is only parsed, since there is no formatter. */
const files = [
  'edit-hcledit.json',
  'edit-hclwrite.json',
  'edit-mercari-hcledit.json',
  'edit-tfupdate.json',
  'format-hclwrite.json',
  'human-edits.json.gz',
  'roundtrip-hclwrite.json',
  'roundtrip-python-hcl2.json',
  'specsuite.json',
  'stringlit-hclsyntax.json',
  'strings-hcl-edit.json',
  'validity-adversarial.json',
  'validity-hclsyntax.json',
  'validity-mutations.json',
  'value-render-hclwrite.json',
];

const fields = ['input', 'Input', 'expected', 'hcldec', 't', 'text'];

function textsOf(cases: readonly Case[]): readonly string[] {
  const texts = cases.flatMap((one) => fields.map((field) => one[field]));
  return [...new Set(texts.filter((text) => typeof text === 'string'))];
}

/** The text after no edit, and after setting an argument to its current value. */
function untouched(text: string): string {
  const file = parseHcl(text);
  const none = checkEdit(file, []);
  if (!none.ok) return `refused: ${none.error.message}`;
  const attribute = [...descendants(file.body)].find(
    (node): node is Attribute => node.kind === 'attribute',
  );
  if (attribute === undefined || file.errors.length > 0) return none.value.text;
  const { start, end } = attribute.value;
  const same = setExpression(file, attribute.value, raw(text.slice(start, end)));
  return same.ok && same.edits.length === 0 ? none.value.text : 'edits that change nothing';
}

describe('reading without editing', () => {
  for (const file of files) {
    describeOracle<Case>(file, (cases) => {
      it('returns the same bytes', () => {
        const texts = textsOf(cases);
        const different = texts.filter((text) => untouched(text) !== text);

        expect(texts.length).toBeGreaterThan(9);
        expect(different.map((text) => text.slice(0, 200))).toEqual([]);
      });
    });
  }
});
