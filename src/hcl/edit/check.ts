import type { TextEdit } from '../../model/patch.ts';
import { fail, ok, type Result } from '../../model/result.ts';
import type { Diagnostic, HclFile } from '../syntax/ast.ts';
import { parseHcl } from '../syntax/parse.ts';
import { descendants, type SyntaxNode } from '../syntax/walk.ts';
import { applyEdits, type Shift, shiftOf } from './apply.ts';

/**
 * Applies edits and proves that they did what they say and no more: no new syntax error, every
 * node that no edit covers is still there, and every new node is in text that an edit wrote.
 */
export function checkEdit(before: HclFile, edits: readonly TextEdit[]): Result<HclFile> {
  const applied = applyEdits(before.text, edits);
  if (!applied.ok) return applied;
  const after = parseHcl(applied.value);
  const shift = shiftOf(edits);
  const error = newError(before, after, shift);
  if (error !== undefined) {
    const { message, line, column } = error;
    return fail({
      code: 'edit-breaks-syntax',
      message: `The edit breaks line ${line}, column ${column}: ${message}`,
    });
  }
  const changed = unexpectedChange(before, after, edits, shift);
  if (changed === undefined) return ok(after);
  return fail({ code: 'edit-changes-more', message: changed });
}

function newError(before: HclFile, after: HclFile, shift: Shift): Diagnostic | undefined {
  const known = new Set<string>();
  for (const { message, start } of before.errors) {
    known.add(`${message}@${shift.before(start)}`).add(`${message}@${shift.after(start)}`);
  }
  return after.errors.find(({ message, start }) => !known.has(`${message}@${start}`));
}

function unexpectedChange(
  before: HclFile,
  after: HclFile,
  edits: readonly TextEdit[],
  shift: Shift,
): string | undefined {
  const unclaimed = new Map<string, SyntaxNode>();
  for (const node of descendants(after.body))
    unclaimed.set(keyOf(node, node.start, node.end), node);
  for (const node of descendants(before.body)) {
    const image = imageOf(node, unclaimed, shift);
    if (image !== undefined) unclaimed.delete(image);
    else if (!isCovered(node, edits)) return `The edit changes ${describe(node, before)} too.`;
  }
  for (const node of unclaimed.values()) {
    const isWritten = shift.written.some(({ start, end }) => start < node.end && node.start < end);
    if (!isWritten) return `The edit turns other text into ${describe(node, after)}.`;
  }
  return undefined;
}

function keyOf(node: SyntaxNode, start: number, end: number): string {
  return `${node.kind} ${start} ${end}`;
}

/** Key of the node that stands where `node` must be now. */
function imageOf(
  node: SyntaxNode,
  candidates: ReadonlyMap<string, SyntaxNode>,
  shift: Shift,
): string | undefined {
  const starts = new Set([shift.after(node.start), shift.before(node.start)]);
  const ends = new Set([shift.before(node.end), shift.after(node.end)]);
  for (const start of starts) {
    for (const end of ends) {
      const key = keyOf(node, start, end);
      if (candidates.has(key)) return key;
    }
  }
  return undefined;
}

function isCovered(node: SyntaxNode, edits: readonly TextEdit[]): boolean {
  return edits.some(
    (edit) => edit.length > 0 && edit.offset <= node.start && node.end <= edit.offset + edit.length,
  );
}

function describe(node: SyntaxNode, file: HclFile): string {
  const source = file.text.slice(node.start, Math.min(node.end, node.start + 40));
  return `${JSON.stringify(source)} (${node.kind})`;
}
