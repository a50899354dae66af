import type { FileEdit, Refusal, TextEdit } from '../../model/patch.ts';
import { fail, ok, type Result } from '../../model/result.ts';
import type { SourceTree } from '../../model/source-tree.ts';
import { compareKeys } from '../../model/text.ts';
import { applyEdits, composeEdits } from '../../text/edits.ts';

/**
 * The tree with the edits applied. A path that does not exist yet is treated as a new, empty file.
 */
export function editTree(
  tree: SourceTree,
  files: readonly FileEdit[],
): Result<SourceTree, Refusal> {
  const edited = new Map(tree);
  for (const { path, edits } of files) {
    const result = applyEdits(edited.get(path) ?? '', edits);
    if (!result.ok) {
      const { code, message: reason } = result.error;
      return fail({ code, reason });
    }
    edited.set(path, result.value);
  }
  return ok(edited);
}

/** Combines edits that were made one after the other into edits of the tree before them. */
export function joinEdits(
  tree: SourceTree,
  steps: readonly (readonly FileEdit[])[],
): readonly FileEdit[] {
  const joined = new Map<string, readonly TextEdit[]>();
  for (const { path, edits } of steps.flat()) {
    const { length } = tree.get(path) ?? '';
    joined.set(path, composeEdits(length, joined.get(path) ?? [], edits));
  }
  return [...joined]
    .filter(([, edits]) => edits.length > 0)
    .sort(compareKeys)
    .map(([path, edits]) => ({ path, edits }));
}
