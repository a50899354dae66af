import { checkEdit } from '../../src/code/hcl/edit/check.ts';
import { setExpression } from '../../src/code/hcl/edit/expression.ts';
import { jsonLiteral } from '../../src/code/hcl/edit/types.ts';
import type { Attribute, HclFile } from '../../src/code/hcl/syntax/ast.ts';
import { parseHcl } from '../../src/code/hcl/syntax/parse.ts';
import { descendants } from '../../src/code/hcl/syntax/walk.ts';
import { measure } from './measure.ts';

const maximumEdits = 2000;

/**
 * Seconds for one edit: setting an argument, parsing the result, and comparing it with the old
 * tree.
 */
export async function measureEdits(texts: readonly string[]): Promise<number> {
  const files = texts.map(parseHcl);
  let edits = 0;
  const seconds = await measure(() => {
    edits = editAll(files);
  });
  return seconds / edits;
}

function attributesIn(file: HclFile): readonly Attribute[] {
  return [...descendants(file.body)].filter((node) => node.kind === 'attribute');
}

function editAll(files: readonly HclFile[]): number {
  let edits = 0;
  for (const file of files) {
    for (const attribute of attributesIn(file).slice(0, 20)) {
      if (edits === maximumEdits) return edits;
      const result = setExpression(file, attribute.value, jsonLiteral('benchmark'));
      if (result.ok && checkEdit(file, result.edits).ok) edits++;
    }
  }
  return edits;
}
