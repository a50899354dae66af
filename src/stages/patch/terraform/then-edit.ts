import type { EditResult } from '../../../code/hcl/edit/types.ts';
import type { HclFile } from '../../../code/hcl/syntax/ast.ts';
import { parseHcl } from '../../../code/hcl/syntax/parse.ts';
import type { FileEdit, Refusal, TextEdit } from '../../../model/patch.ts';
import { fail, ok, type Result } from '../../../model/result.ts';
import type { SourceTree } from '../../../model/source-tree.ts';
import { applyEdits, composeEdits } from '../../../text/edits.ts';
import { joinEdits } from '../apply.ts';

/**
 * Adds an edit of one file that is made on the text after earlier edits. Returns all of them as
 * edits of the original tree.
 */
export function thenEdit(
  tree: SourceTree,
  files: readonly FileEdit[],
  path: string,
  edit: (file: HclFile) => EditResult,
): Result<readonly FileEdit[], Refusal> {
  const earlier = files.find((file) => file.path === path)?.edits ?? [];
  const text = applyEdits(tree.get(path) ?? '', earlier);
  if (!text.ok) return fail({ code: text.error.code, reason: text.error.message });
  const made = edit(parseHcl(text.value));
  if (!made.ok) return fail({ code: made.refusal.code, reason: made.refusal.message });
  return ok(joinEdits(tree, [files, [{ path, edits: made.edits }]]));
}

/** Combines edits that are made one after the other, each on the text after the previous ones. */
export function chainEdits(
  file: HclFile,
  steps: readonly ((file: HclFile) => EditResult)[],
): EditResult {
  let edits: readonly TextEdit[] = [];
  let current = file;
  for (const step of steps) {
    const made = step(current);
    if (!made.ok) return made;
    if (made.edits.length === 0) continue;
    edits = composeEdits(file.text.length, edits, made.edits);
    const text = applyEdits(file.text, edits);
    current = parseHcl(text.ok ? text.value : file.text);
  }
  return { ok: true, edits };
}
