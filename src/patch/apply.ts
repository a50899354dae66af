import { applyEdits } from '../hcl/edit/apply.ts';
import type { FileEdit } from '../model/patch.ts';
import type { Result } from '../model/result.ts';
import { fail, ok } from '../model/result.ts';
import type { SourceTree } from '../terraform/config/types.ts';

/** The tree with the edits made. A path that is not there yet is a new, empty file. */
export function editTree(tree: SourceTree, files: readonly FileEdit[]): Result<SourceTree> {
  const edited = new Map(tree);
  for (const { path, edits } of files) {
    const result = applyEdits(edited.get(path) ?? '', edits);
    if (!result.ok) return fail({ ...result.error, place: { file: path } });
    edited.set(path, result.value);
  }
  return ok(edited);
}
