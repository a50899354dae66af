import type { Expression, HclFile } from '../../../code/hcl/syntax/ast.ts';
import { outlineHcl } from '../../../code/hcl/syntax/outline.ts';
import { parseHcl } from '../../../code/hcl/syntax/parse.ts';
import { descendants, type SyntaxNode } from '../../../code/hcl/syntax/walk.ts';
import type { SourceTree } from '../../../model/source-tree.ts';
import { changedPart } from './changed-part.ts';
import { bare } from './override/form.ts';
import { isConfiguration } from './text-proof.ts';

/**
 * True if an edit leaves a choice that makes no difference any more: `c ? 90 : 90`, `try(90, 30)`.
 * Choices that made none before do not count.
 */
export function leavesIdleChoice(
  before: SourceTree,
  after: SourceTree,
  paths: Iterable<string>,
): boolean {
  for (const path of paths) {
    if (!isConfiguration(path)) continue;
    const old = outlineHcl(before.get(path) ?? '');
    const part = changedPart(old, outlineHcl(after.get(path) ?? ''));
    if (choicesWithoutEffect(part.after) > choicesWithoutEffect(part.before)) return true;
  }
  return false;
}

function choicesWithoutEffect(text: string): number {
  const file = parseHcl(text);
  let count = 0;
  for (const node of descendants(file.body)) if (isWithoutEffect(file, node)) count += 1;
  return count;
}

function isWithoutEffect({ text }: HclFile, node: SyntaxNode): boolean {
  if (node.kind === 'conditional') {
    const [one, other] = [node.whenTrue, node.whenFalse].map((branch) => {
      const { start, end } = bare(branch);
      return text.slice(start, end).replace(/\s+/g, ' ');
    });
    return one === other;
  }
  const isFirstOf = node.kind === 'call' && (node.name === 'try' || node.name === 'coalesce');
  return isFirstOf && node.args.slice(0, -1).some(isScalar);
}

/** True for a value that the alternatives after it never replace. */
function isScalar(expr: Expression): boolean {
  const value = bare(expr);
  if (value.kind === 'keyword') return value.value !== null;
  return value.kind === 'number' || value.kind === 'quoted';
}
