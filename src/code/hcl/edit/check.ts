import type { TextEdit } from '../../../model/patch.ts';
import { fail, ok, type Result } from '../../../model/result.ts';
import { applyEdits, editShift, type Shift } from '../../../text/edits.ts';
import type { Diagnostic, HclFile, Span } from '../syntax/ast.ts';
import { parseHcl } from '../syntax/parse.ts';
import { childNodes, type SyntaxNode } from '../syntax/walk.ts';

/**
 * Applies edits and proves that they change nothing else: there is no new syntax error, every node
 * that no edit covers is still there and in place, and every new node is in text that an edit
 * wrote.
 */
export function checkEdit(before: HclFile, edits: readonly TextEdit[]): Result<HclFile> {
  const applied = applyEdits(before.text, edits);
  if (!applied.ok) return applied;
  const after = parseHcl(applied.value);
  const shift = editShift(edits);
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
  const now = parentsIn(after.body);
  const byPlace = new Map<string, SyntaxNode>();
  for (const node of now.keys()) byPlace.set(keyOf(node, node.start, node.end), node);
  const images = new Map<SyntaxNode, SyntaxNode>();
  const old = parentsIn(before.body);
  for (const node of old.keys()) {
    const covered = isCovered(node, edits);
    // A node that an edit covers is gone, except for a body, which may be emptied and remain.
    if (covered && node.kind !== 'body') continue;
    const image = imageOf(node, byPlace, shift);
    if (image !== undefined) images.set(node, image);
    else if (!covered && !joins(node, old.get(node), edits)) {
      return `The edit changes ${describe(node, before)} too.`;
    }
  }
  const known = new Set(images.values());
  for (const [node, parent] of now) {
    if (node.kind === 'text' && shift.written.some((span) => isInside(span, parent))) continue;
    const isWritten = shift.written.some(({ start, end }) => start < node.end && node.start < end);
    if (!known.has(node) && !isWritten)
      return `The edit turns other text into ${describe(node, after)}.`;
  }
  const moved = movedNode(old, now, images, known);
  return moved === undefined ? undefined : `The edit moves ${describe(moved, before)}.`;
}

/**
 * Removing an interpolation merges the text on both sides of it, and inserting one splits the text.
 * The text still says the same, since no edit covers it.
 */
function joins(
  node: SyntaxNode,
  parent: SyntaxNode | undefined,
  edits: readonly TextEdit[],
): boolean {
  if (node.kind !== 'text') return false;
  return edits.some(({ offset, length }) =>
    isInside({ start: offset, end: offset + length }, parent),
  );
}

function isInside(span: Span, node: SyntaxNode | undefined): boolean {
  return node !== undefined && node.start <= span.start && span.end <= node.end;
}

type Parents = ReadonlyMap<SyntaxNode, SyntaxNode | undefined>;

/** All nodes from the root down, each mapped to its direct parent. */
function parentsIn(root: SyntaxNode): Parents {
  const parents = new Map<SyntaxNode, SyntaxNode | undefined>([[root, undefined]]);
  for (const node of parents.keys()) {
    for (const child of childNodes(node)) parents.set(child, node);
  }
  return parents;
}

/**
 * A node that remained but now has another parent. New text may wrap one node, as in `merge(old, {
 * ... })`; if it wraps two, they have become part of something else.
 */
function movedNode(
  old: Parents,
  now: Parents,
  images: ReadonlyMap<SyntaxNode, SyntaxNode>,
  known: ReadonlySet<SyntaxNode>,
): SyntaxNode | undefined {
  const wrapped = new Set<SyntaxNode>();
  for (const [node, image] of images) {
    const parent = old.get(node);
    const holder = now.get(image);
    if (parent === undefined || holder === undefined) continue;
    if (known.has(holder) ? images.get(parent) !== holder : wrapped.has(holder)) return node;
    if (!known.has(holder)) wrapped.add(holder);
  }
  return undefined;
}

function keyOf(node: SyntaxNode, start: number, end: number): string {
  return `${node.kind} ${start} ${end}`;
}

/** The node that is now where `node` must be. */
function imageOf(
  node: SyntaxNode,
  byPlace: ReadonlyMap<string, SyntaxNode>,
  shift: Shift,
): SyntaxNode | undefined {
  const starts = new Set([shift.after(node.start), shift.before(node.start)]);
  const ends = new Set([shift.before(node.end), shift.after(node.end)]);
  for (const start of starts) {
    for (const end of ends) {
      const image = byPlace.get(keyOf(node, start, end));
      if (image !== undefined) return image;
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
