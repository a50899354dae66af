import { isBlankLine, lineEndAt, lineStartAt, nextLineAt } from '../../../text/lines.ts';

/**
 * End of the line on which a node ends, comments included: the offset of its newline. `offset` is
 * the end of a node, so only blanks, punctuation and comments can come before the newline.
 */
export function endOfLineAfter(text: string, offset: number): number {
  let at = offset;
  for (;;) {
    const end = lineEndAt(text, at);
    const open = text.slice(at, end).search(/#|\/\/|\/\*/);
    if (open < 0 || text[at + open + 1] !== '*' || text[at + open] === '#') return end;
    const close = text.indexOf('*/', at + open + 2);
    if (close < 0) return text.length;
    at = close + 2;
  }
}

/** True if only blanks, comments and at most one comma follow `offset` on its line. */
export function endsLine(text: string, offset: number): boolean {
  const rest = text.slice(offset, endOfLineAfter(text, offset));
  return /^\s*,?\s*(?:(?:#|\/\/).*)?$/s.test(rest.replace(/\/\*.*?\*\//gs, ''));
}

const lineComment = /^\s*(?:#|\/\/)/;
const wholeBlockComment = /^\s*\/\*(?:(?!\*\/).)*\*\/\s*$/;

function isCommentLine(text: string, lineStart: number): boolean {
  const line = text.slice(lineStart, lineEndAt(text, lineStart));
  return lineComment.test(line) || wholeBlockComment.test(line);
}

/** A ruler such as `#####` or `# -----`. It marks a heading, which describes more than one item. */
const ruler = /^\s*(?:#|\/\/)\s*([#=*/_~-])\1{3,}/;

/**
 * Start of the first comment line directly above the line of `offset`, or of that line itself.
 * Blank lines detach a comment. The search goes no further up than `floor`.
 */
export function leadStart(text: string, offset: number, floor: number): number {
  let start = lineStartAt(text, offset);
  while (start > floor) {
    const above = lineStartAt(text, start - 1);
    if (above < floor) break;
    const blockStart = blockCommentAbove(text, start, floor);
    if (blockStart !== undefined) start = blockStart;
    else if (isCommentLine(text, above)) start = above;
    else break;
  }
  return start;
}

/** Start of the line on which the block comment starts that ends right above `lineStart`. */
function blockCommentAbove(text: string, lineStart: number, floor: number): number | undefined {
  const end = lineStart - (text[lineStart - 2] === '\r' ? 2 : 1);
  if (
    !text.slice(0, end).trimEnd().endsWith('*/') ||
    isBlankLine(text, lineStartAt(text, end), end)
  ) {
    return undefined;
  }
  const open = text.lastIndexOf('/*', end);
  if (open < floor) return undefined;
  const start = lineStartAt(text, open);
  return isBlankLine(text, start, open) ? start : undefined;
}

/** True if the comment lines from `start` to `end` contain a ruler, which makes them a heading. */
export function hasRuler(text: string, start: number, end: number): boolean {
  for (let at = start; at < end; at = nextLineAt(text, at)) {
    if (ruler.test(text.slice(at, lineEndAt(text, at)))) return true;
  }
  return false;
}

export function hasComment(text: string, start: number, end: number): boolean {
  return /#|\/\/|\/\*/.test(text.slice(start, end));
}
