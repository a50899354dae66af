import type { Span } from '../../../../src/code/hcl/syntax/ast.ts';
import type { TextEdit } from '../../../../src/model/patch.ts';

/**
 * The first edit that is not near its target, as text; undefined if all are. Near means on the
 * lines of the target or next to them: in the comments above it, or the empty line on each side.
 * White space may also change in the paragraphs around these, because columns are aligned there.
 */
export function strayEdit(
  text: string,
  edits: readonly TextEdit[],
  target: Span,
): string | undefined {
  const touching = {
    start: paragraphStart(text, commentStart(text, target.start)),
    end: paragraphEnd(text, target.end),
  };
  const stray = edits.find(({ offset, length }) => {
    return offset < touching.start - 1 || offset + length > touching.end;
  });
  if (stray !== undefined) return describeEdit(text, stray);
  const lines = { start: commentStart(text, target.start), end: lineEnd(text, target.end) };
  const loud = edits.find((edit) => {
    const { offset, length } = edit;
    const isOutside = offset + length < lines.start - 1 || offset > nextLine(text, lines.end);
    return isOutside && !isQuiet(text, edit);
  });
  return loud === undefined ? undefined : describeEdit(text, loud);
}

/** True if only white space changes, or a comma that another member makes necessary. */
function isQuiet(text: string, { offset, length, text: now }: TextEdit): boolean {
  const old = text.slice(offset, offset + length);
  return old.trim().replace(',', '') === now.trim().replace(',', '');
}

function describeEdit(text: string, { offset, length, text: now }: TextEdit): string {
  return `${JSON.stringify(text.slice(offset, offset + length))} -> ${JSON.stringify(now)}`;
}

export function lineEnd(text: string, offset: number): number {
  const newline = text.indexOf('\n', offset);
  return newline < 0 ? text.length : newline;
}

function nextLine(text: string, offset: number): number {
  return lineEnd(text, Math.min(text.length, offset + 1)) + 1;
}

function lineStart(text: string, offset: number): number {
  return text.lastIndexOf('\n', offset - 1) + 1;
}

/** The start of the empty lines above the paragraph, or of the text. */
function paragraphStart(text: string, offset: number): number {
  let start = lineStart(text, offset);
  let isBeyond = false;
  while (start > 0) {
    const above = lineStart(text, start - 1);
    const isBlank = text.slice(above, start).trim() === '';
    if (isBeyond && !isBlank) break;
    isBeyond ||= isBlank;
    start = above;
  }
  return start;
}

function paragraphEnd(text: string, offset: number): number {
  let end = lineEnd(text, offset);
  let isBeyond = false;
  while (end < text.length) {
    const next = lineEnd(text, end + 1);
    const isBlank = text.slice(end, next).trim() === '';
    if (isBeyond && !isBlank) break;
    isBeyond ||= isBlank;
    end = next;
  }
  return Math.min(text.length, end + 1);
}

/** The start of the comment lines above a line, with or without empty lines between them. */
export function commentStart(text: string, offset: number): number {
  let start = lineStart(text, offset);
  while (start > 0) {
    const above = lineStart(text, start - 1);
    const line = text.slice(above, start).trim();
    if (line !== '' && !/^(?:#|\/\/|\/\*|\*)/.test(line) && !line.endsWith('*/')) break;
    start = above;
  }
  return start;
}
