import { isSpaceByte, newline, openBrace, openBracket } from './bytes.ts';

/** Room for the bracket and the indentation before a name. */
const indentation = 80;

export interface Sought {
  readonly at: number;
  /** If false, `at` is where to continue when more bytes have arrived. */
  readonly found: boolean;
}

/** The next line that begins with a bracket. */
export function seekLine(bytes: Buffer, from: number, end: number): Sought {
  let at = bytes.indexOf(newline, from);
  while (at !== -1 && at + 1 < end) {
    const byte = bytes[at + 1];
    if (byte === openBrace || byte === openBracket) return { at: at + 1, found: true };
    at = bytes.indexOf(newline, at + 1);
  }
  return { at: at === -1 || at >= end ? end : at, found: false };
}

/** The next object with `opening` (a name in quotes) as its first member. */
export function seekObject(bytes: Buffer, from: number, end: number, opening: Buffer): Sought {
  let at = bytes.indexOf(opening, from);
  while (at !== -1 && at < end) {
    let before = at - 1;
    while (before > from && isSpaceByte(bytes[before])) before--;
    if (before >= from && bytes[before] === openBrace) return { at: before, found: true };
    at = bytes.indexOf(opening, at + 1);
  }
  return { at: Math.max(from, end - opening.length - indentation), found: false };
}
