import type { EditResult } from '../../../code/hcl/edit/types.ts';
import type { HclFile } from '../../../code/hcl/syntax/ast.ts';
import { parseHcl } from '../../../code/hcl/syntax/parse.ts';
import type { FileEdit, Refusal, TextEdit } from '../../../model/patch.ts';
import { fail, ok, type Result } from '../../../model/result.ts';
import type { SourceTree } from '../../../model/source-tree.ts';
import { applyEdits, composeEdits } from '../../../text/edits.ts';
import { joinEdits } from '../apply.ts';

/**
 * A further edit of one file, made on the text that earlier edits lead to, as edits of the tree
 * that all of them began with.
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

/** Edits made one after the other, each on the text that those before it lead to. */
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
