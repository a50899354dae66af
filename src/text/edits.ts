import type { TextEdit } from '../model/patch.ts';
import { fail, ok, type Result } from '../model/result.ts';

/**
 * Sorts edits by their place in the text. Insertions come before a replacement at the same offset.
 */
function sortEdits(edits: readonly TextEdit[]): readonly TextEdit[] {
  return edits.toSorted((a, b) => a.offset - b.offset || a.length - b.length);
}

/** Applies all edits. Fails if two overlap or one is outside the text. */
export function applyEdits(text: string, edits: readonly TextEdit[]): Result<string> {
  const parts: string[] = [];
  let done = 0;
  for (const edit of sortEdits(edits)) {
    const end = edit.offset + edit.length;
    if (edit.offset < 0 || edit.length < 0 || end > text.length) {
      const message = `An edit of ${edit.length} characters at ${edit.offset} leaves the text.`;
      return fail({ code: 'edit-out-of-range', message });
    }
    if (edit.offset < done) {
      return fail({ code: 'edit-conflict', message: `Two edits meet at offset ${edit.offset}.` });
    }
    parts.push(text.slice(done, edit.offset), edit.text);
    done = end;
  }
  parts.push(text.slice(done));
  return ok(parts.join(''));
}

/** Applies edits that were made for this very text, so that it is a bug if one does not fit. */
export function editedText(text: string, edits: readonly TextEdit[]): string {
  const edited = applyEdits(text, edits);
  if (!edited.ok) throw new Error(edited.error.message);
  return edited.value;
}

/** Maps offsets in the old text to the new one. */
export interface Shift {
  /** The new offset, before text inserted at that place. */
  before(offset: number): number;
  /** The new offset, after text inserted at that place. */
  after(offset: number): number;
  /** The ranges of the new text that edits wrote, in order. */
  readonly written: readonly { readonly start: number; readonly end: number }[];
}

/** Maps offsets through valid edits. */
export function editShift(edits: readonly TextEdit[]): Shift {
  const sorted = sortEdits(edits);
  const written: { start: number; end: number }[] = [];
  let moved = 0;
  for (const edit of sorted) {
    const start = edit.offset + moved;
    written.push({ start, end: start + edit.text.length });
    moved += edit.text.length - edit.length;
  }
  const locate = (offset: number, behind: boolean): number => {
    let delta = 0;
    for (const edit of sorted) {
      const end = edit.offset + edit.length;
      if (end < offset || (end === offset && (behind || edit.length > 0))) {
        delta += edit.text.length - edit.length;
      } else if (edit.offset < offset) return edit.offset + delta + edit.text.length;
      else break;
    }
    return offset + delta;
  };
  return {
    before: (offset) => locate(offset, false),
    after: (offset) => locate(offset, true),
    written,
  };
}

/** A piece of the new text: kept from the old one, or written. */
type Piece =
  | { readonly kept: true; readonly start: number; readonly end: number }
  | { readonly kept: false; readonly text: string };

function piecesOf(length: number, edits: readonly TextEdit[]): readonly Piece[] {
  const pieces: Piece[] = [];
  let done = 0;
  for (const edit of sortEdits(edits)) {
    pieces.push({ kept: true, start: done, end: edit.offset }, { kept: false, text: edit.text });
    done = edit.offset + edit.length;
  }
  pieces.push({ kept: true, start: done, end: length });
  return pieces.filter((piece) => sizeOf(piece) > 0);
}

function sizeOf(piece: Piece): number {
  return piece.kept ? piece.end - piece.start : piece.text.length;
}

function cut(piece: Piece, from: number, to: number): Piece {
  return piece.kept
    ? { kept: true, start: piece.start + from, end: piece.start + to }
    : { kept: false, text: piece.text.slice(from, to) };
}

/** One list of edits with the same result as `first` followed by `second`. */
export function composeEdits(
  length: number,
  first: readonly TextEdit[],
  second: readonly TextEdit[],
): readonly TextEdit[] {
  if (second.length === 0) return sortEdits(first);
  const middle = piecesOf(length, first);
  const size = middle.reduce((sum, piece) => sum + sizeOf(piece), 0);
  const result: Piece[] = [];
  for (const piece of piecesOf(size, second)) {
    if (piece.kept) result.push(...slicePieces(middle, piece.start, piece.end));
    else result.push(piece);
  }
  return editsOf(length, result);
}

function slicePieces(pieces: readonly Piece[], start: number, end: number): readonly Piece[] {
  const result: Piece[] = [];
  let at = 0;
  for (const piece of pieces) {
    const from = Math.max(start - at, 0);
    const to = Math.min(end - at, sizeOf(piece));
    if (from < to) result.push(cut(piece, from, to));
    at += sizeOf(piece);
  }
  return result;
}

function editsOf(length: number, pieces: readonly Piece[]): readonly TextEdit[] {
  const edits: TextEdit[] = [];
  let done = 0;
  let text = '';
  for (const piece of [...pieces, { kept: true, start: length, end: length } as const]) {
    if (!piece.kept) text += piece.text;
    else {
      if (piece.start > done || text !== '') {
        edits.push({ offset: done, length: piece.start - done, text });
      }
      done = piece.end;
      text = '';
    }
  }
  return edits;
}

/**
 * Sorts edits and joins those that touch. At one offset they keep their order: inner members before
 * outer ones.
 */
export function joinTouching(edits: readonly TextEdit[]): readonly TextEdit[] {
  const result: TextEdit[] = [];
  for (const edit of edits.toSorted((a, b) => a.offset - b.offset)) {
    const last = result.at(-1);
    if (last === undefined || last.offset + last.length !== edit.offset) {
      result.push(edit);
      continue;
    }
    const length = last.length + edit.length;
    result[result.length - 1] = { offset: last.offset, length, text: last.text + edit.text };
  }
  return result;
}
