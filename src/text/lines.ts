/** The offset of the first character in the line of `offset`. */
export function lineStartAt(text: string, offset: number): number {
  return offset === 0 ? 0 : text.lastIndexOf('\n', offset - 1) + 1;
}

/** The offset of the newline (`\n` or `\r\n`) that ends the line, or of the end of the text. */
export function lineEndAt(text: string, offset: number): number {
  const newline = text.indexOf('\n', offset);
  if (newline < 0) return text.length;
  return newline > offset && text[newline - 1] === '\r' ? newline - 1 : newline;
}

/** The offset after the newline that ends the line. */
export function nextLineAt(text: string, offset: number): number {
  const newline = text.indexOf('\n', offset);
  return newline < 0 ? text.length : newline + 1;
}

/** The indentation of the line of `offset`. */
export function indentAt(text: string, offset: number): string {
  const start = lineStartAt(text, offset);
  let end = start;
  while (text[end] === ' ' || text[end] === '\t' || text[end] === '\uFEFF') end++;
  return text.slice(start, end).replace('\uFEFF', '');
}

export function isBlankLine(text: string, start: number, end: number): boolean {
  return text.slice(start, end).trim() === '';
}

/** True if the line that begins at `lineStart` has only blanks. */
export function isBlankLineAt(text: string, lineStart: number): boolean {
  return isBlankLine(text, lineStart, lineEndAt(text, lineStart));
}

export function hasNewline(text: string, start: number, end: number): boolean {
  const newline = text.indexOf('\n', start);
  return newline >= 0 && newline < end;
}

/** True if the line has only blanks before `offset`. */
export function startsLine(text: string, offset: number): boolean {
  return isBlankLine(text, lineStartAt(text, offset), offset);
}

/** The newline that most lines of the text have. */
export function newlineOf(text: string): '\n' | '\r\n' {
  const all = text.split('\n').length - 1;
  const crlf = text.split('\r\n').length - 1;
  return crlf * 2 > all ? '\r\n' : '\n';
}

/** The 1-based line of an offset. */
export function lineAt(text: string, offset: number): number {
  let line = 1;
  for (let at = text.indexOf('\n'); at >= 0 && at < offset; at = text.indexOf('\n', at + 1))
    line += 1;
  return line;
}

/** Returns a function from offsets, which must be given in ascending order, to 1-based lines. */
export function createLines(text: string): (offset: number) => number {
  let next = text.indexOf('\n');
  let line = 1;
  return (offset) => {
    while (next >= 0 && next < offset) {
      next = text.indexOf('\n', next + 1);
      line += 1;
    }
    return line;
  };
}
