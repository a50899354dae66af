/**
 * A line of a table: its key, the columns that it is found and sorted by, and the place of its body
 * in the file. A later line with the same key replaces an earlier one.
 */
export interface StoredLine {
  readonly key: string;
  readonly columns: readonly string[];
  /** Place of the body's JSON text, in bytes. */
  readonly at: number;
  readonly bytes: number;
}

const tab = 0x09;
const newline = 0x0a;

/** In JSON, tabs and line breaks occur only as escapes. */
export function lineText(key: string, columns: readonly string[], body: string): string {
  return `${JSON.stringify([key, ...columns])}\t${body}\n`;
}

export function removalText(key: string): string {
  return `${JSON.stringify([key])}\n`;
}

/**
 * Reads the complete lines of a piece of a file that begins at `offset`. Returns how many bytes
 * those were: the rest of the piece is the beginning of a line.
 */
export function readStoredLines(
  piece: Buffer,
  offset: number,
  each: (line: StoredLine | { readonly removed: string }) => void,
): number {
  let start = 0;
  for (;;) {
    const end = piece.indexOf(newline, start);
    if (end === -1) return start;
    const split = piece.subarray(start, end).indexOf(tab);
    const header = piece.toString('utf8', start, split === -1 ? end : start + split);
    const [key = '', ...columns]: readonly string[] = JSON.parse(header);
    if (split === -1) each({ removed: key });
    else {
      const at = start + split + 1;
      each({ key, columns, at: offset + at, bytes: end - at });
    }
    start = end + 1;
  }
}
