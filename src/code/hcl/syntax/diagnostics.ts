import type { Diagnostic } from './ast.ts';
import { characterCode } from './characters.ts';

export interface Position {
  /** 1-based. */
  readonly line: number;
  /** 1-based, in UTF-16 units; a byte order mark does not count. */
  readonly column: number;
}

/** Line and column of an offset. For many offsets of one text, see `lineStarts`. */
export function lineColumn(text: string, offset: number): Position {
  return positionAt(lineStarts(text.slice(0, offset)), text, offset);
}

/** Offset of the first character of each line. */
export function lineStarts(text: string): readonly number[] {
  const starts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}

/** Line and column of an offset, given the text's `lineStarts`. */
export function positionAt(starts: readonly number[], text: string, offset: number): Position {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((starts[middle] ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  const lineStart = starts[low] ?? 0;
  const mark =
    low === 0 && offset > 0 && text.charCodeAt(0) === characterCode.byteOrderMark ? 1 : 0;
  return { line: low + 1, column: offset - lineStart - mark + 1 };
}

const frameWidth = 96;

/**
 * The lines around a diagnostic with the place marked:
 *
 *       3 | resource "aws_vpc" "main" {
 *     > 4 |   cidr_block = 'x'
 *         |                ^
 */
export function codeFrame(text: string, diagnostic: Diagnostic): string {
  const lines = text.replace(/^\uFEFF/, '').split('\n');
  const last = Math.min(diagnostic.line + 1, lines.length);
  const first = Math.max(diagnostic.line - 2, 1);
  const gutter = String(last).length;
  // Long lines are cut to a window around the position, which is the same for all lines of the
  // frame.
  const skipped = Math.max(0, diagnostic.column - Math.floor(frameWidth / 2));
  const frame: string[] = [];
  for (let line = first; line <= last; line++) {
    const full = (lines[line - 1] ?? '').replace(/\r$/, '');
    const shown = full.slice(skipped, skipped + frameWidth);
    const mark = line === diagnostic.line ? '>' : ' ';
    frame.push(`${mark} ${String(line).padStart(gutter)} | ${shown}`.trimEnd());
    if (line === diagnostic.line) {
      frame.push(`  ${' '.repeat(gutter)} | ${pointer(shown, diagnostic, skipped)}`);
    }
  }
  return frame.join('\n');
}

function pointer(shown: string, diagnostic: Diagnostic, skipped: number): string {
  const before = diagnostic.column - 1 - skipped;
  // Tabs are kept, so that the pointer lines up whatever the tab width.
  const indent = shown.slice(0, before).replace(/[^\t]/g, ' ').padEnd(before, ' ');
  const room = Math.max(1, shown.length - before);
  const length = Math.min(Math.max(1, diagnostic.end - diagnostic.start), room);
  return indent + '^'.repeat(length);
}
