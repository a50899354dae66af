import { type Document, isNode, isScalar, LineCounter, parseDocument } from 'yaml';
import type { Place } from '../../../model/result.ts';
import { lineAt, lineStartAt, nextLineAt } from '../../../text/lines.ts';

/** Looks up places in a policy file. */
export type Places = (path: readonly (string | number)[], offset?: number) => Place;

/**
 * Line and column, 1-based, of the value at a path in the file, or of its nearest existing parent.
 * The text is parsed once, on the first lookup.
 */
export function placesIn(text: string, file: string): Places {
  let parsed: { readonly lines: LineCounter; readonly document: Document } | undefined;
  return (path, offset = 0) => {
    parsed ??= parse(text);
    const { lines, document } = parsed;
    for (let length = path.length; length >= 0; length -= 1) {
      const node = document.getIn(path.slice(0, length), true);
      if (!isNode(node) || !node.range) continue;
      const start = length === path.length ? textStart(text, node, offset) : node.range[0];
      const { line, col } = lines.linePos(start);
      return { file, line, column: col };
    }
    return { file, line: 1, column: 1 };
  };
}

function parse(text: string): { readonly lines: LineCounter; readonly document: Document } {
  const lines = new LineCounter();
  return { lines, document: parseDocument(text, { lineCounter: lines, prettyErrors: false }) };
}

/**
 * The offset in the file of the character at `offset` of a text. Exact for plain and quoted texts
 * on one line and for literal blocks; for folded blocks, the beginning of the line.
 */
function textStart(text: string, node: unknown, offset: number): number {
  if (!isScalar(node) || !node.range) return 0;
  const [start] = node.range;
  const header = text[start];
  if (header === '"' || header === "'") return start + 1 + offset;
  if (header !== '|' && header !== '>') return start + offset;
  const value = String(node.value);
  let line = start;
  for (let left = lineAt(value, offset); left > 0; left -= 1) line = nextLineAt(text, line);
  const indent = /^[ ]*/.exec(text.slice(line))?.[0].length ?? 0;
  return line + indent + (header === '|' ? offset - lineStartAt(value, offset) : 0);
}
