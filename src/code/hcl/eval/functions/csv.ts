import type { Failure } from '../failure.ts';
import { failure } from '../failure.ts';

/** Rows of fields as defined in RFC 4180; blank lines are skipped. */
export function parseCsv(text: string): readonly (readonly string[])[] | Failure {
  const rows: string[][] = [];
  // A carriage return at the end of a line is part of the line break, even inside quotes.
  const lines = text.replace(/\r\n/g, '\n');
  let at = 0;
  while (at < lines.length) {
    if (lines[at] === '\n') {
      at += 1;
      continue;
    }
    const row = readRow(lines, at);
    if ('message' in row) return row;
    rows.push(row.fields);
    at = row.end;
  }
  const [header] = rows;
  if (rows.some((row) => row.length !== header?.length)) {
    return failure('all rows must have as many fields as the first.');
  }
  return rows;
}

interface Row {
  readonly fields: string[];
  readonly end: number;
}

const bare = /[^",\n]*/y;
const quoted = /"((?:[^"]|"")*)"/y;

function readRow(text: string, start: number): Row | Failure {
  const fields: string[] = [];
  let at = start;
  for (;;) {
    const syntax = new RegExp(text[at] === '"' ? quoted : bare);
    syntax.lastIndex = at;
    const match = syntax.exec(text);
    if (match === null) return failure('a quoted field is not closed.');
    fields.push(match[1] === undefined ? match[0] : match[1].replaceAll('""', '"'));
    at = syntax.lastIndex;
    const next = text[at];
    if (next === undefined) return { fields, end: at };
    at += 1;
    if (next === '\n') return { fields, end: at };
    if (next !== ',') return failure('a quote is in the wrong place.');
  }
}
