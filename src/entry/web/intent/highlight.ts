import { html } from 'hono/html';
import type { PageHtml } from '../look/layout.ts';

/** The kind of a piece of code, as far as its line shows. */
interface CodePiece {
  readonly kind: 'comment' | 'text' | 'number' | 'key' | 'name' | 'plain';
  readonly text: string;
}

const keywords =
  'resource|data|variable|locals|module|output|provider|terraform|import|moved|removed|dynamic|content|lifecycle|for_each|count|for|in|if|true|false|null';

/**
 * Matches one of: a comment, a quoted text, a number, an HCL keyword, a name that is assigned a
 * value.
 */
const pieces = new RegExp(
  [
    String.raw`(?<comment>#.*|\/\/.*|\/\*.*?(?:\*\/|$))`,
    String.raw`(?<text>"(?:[^"\\]|\\.)*"?)`,
    String.raw`(?<number>(?<![\w.-])-?\d+(?:\.\d+)?(?![\w.]))`,
    String.raw`(?<key>(?<![\w.-])(?:${keywords})(?![\w-]))`,
    String.raw`(?<name>(?<![\w.])[A-Za-z_][\w-]*(?=\s*(?:=(?!=)|:\s|\{)))`,
  ].join('|'),
  'g',
);

/** Splits a line of HCL or YAML into pieces, which together are the line. */
function codePieces(line: string): readonly CodePiece[] {
  const found: CodePiece[] = [];
  let at = 0;
  for (const match of line.matchAll(pieces)) {
    const { index, groups = {} } = match;
    if (index > at) found.push({ kind: 'plain', text: line.slice(at, index) });
    const kind = (['comment', 'text', 'number', 'key', 'name'] as const).find(
      (name) => groups[name] !== undefined,
    );
    found.push({ kind: kind ?? 'plain', text: match[0] });
    at = index + match[0].length;
  }
  if (at < line.length) found.push({ kind: 'plain', text: line.slice(at) });
  return found;
}

/** Ranges of a line that differ from the other side, in UTF-16 units. */
export type Marked = readonly { readonly from: number; readonly to: number }[];

/** A line with colored pieces and marked differences. */
export function codeLine(line: string, marked: Marked, tag: 'ins' | 'del'): PageHtml {
  let at = 0;
  return html`${codePieces(line).map(({ kind, text }) => {
    const start = at;
    at += text.length;
    const parts = splitAt(text, start, marked).map(({ text: part, isMarked }) =>
      isMarked
        ? tag === 'ins'
          ? html`<ins>${part}</ins>`
          : html`<del>${part}</del>`
        : html`${part}`,
    );
    return kind === 'plain' ? html`${parts}` : html`<span class="h-${kind}">${parts}</span>`;
  })}`;
}

function splitAt(
  text: string,
  start: number,
  marked: Marked,
): readonly { readonly text: string; readonly isMarked: boolean }[] {
  const end = start + text.length;
  const parts: { text: string; isMarked: boolean }[] = [];
  let at = start;
  const push = (to: number, isMarked: boolean): void => {
    if (to > at) parts.push({ text: text.slice(at - start, to - start), isMarked });
    at = Math.max(at, to);
  };
  for (const { from, to } of marked) {
    if (to <= at || from >= end) continue;
    push(Math.max(from, at), false);
    push(Math.min(to, end), true);
  }
  push(end, false);
  return parts;
}
