import type { TextEdit } from '../model/patch.ts';

/** Offset of the first character of the line that `offset` is on. */
export function lineStart(text: string, offset: number): number {
  return offset === 0 ? 0 : text.lastIndexOf('\n', offset - 1) + 1;
}

/** Offset of the newline (`\n` or `\r\n`) that ends the line, or of the end of the text. */
export function lineEnd(text: string, offset: number): number {
  const newline = text.indexOf('\n', offset);
  if (newline < 0) return text.length;
  return newline > offset && text[newline - 1] === '\r' ? newline - 1 : newline;
}

/** The blanks that the line of `offset` begins with. */
export function indentOf(text: string, offset: number): string {
  return /^[ \t]*/.exec(text.slice(lineStart(text, offset), offset))?.[0] ?? '';
}

/** True when nothing but blanks stands before `offset` on its line. */
export function startsLine(text: string, offset: number): boolean {
  return text.slice(lineStart(text, offset), offset).trim() === '';
}

export function newlineOf(text: string): '\n' | '\r\n' {
  return text.includes('\r\n') ? '\r\n' : '\n';
}

/** Edits in order, with those that touch made one: inner members come before outer ones. */
export function joined(edits: readonly TextEdit[]): readonly TextEdit[] {
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

/** The text with edits made, which are given against it, in order, and do not overlap. */
export function applied(text: string, edits: readonly TextEdit[]): string {
  let result = '';
  let at = 0;
  for (const edit of edits) {
    result += text.slice(at, edit.offset) + edit.text;
    at = edit.offset + edit.length;
  }
  return result + text.slice(at);
}
