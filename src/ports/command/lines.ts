import { withoutMarkup } from './markup.ts';

/** The number of characters that are read of a comment. */
const longest = 70_000;

/**
 * Three or more backticks or tildes. With further backticks on the line it would be inline code.
 */
const fenceMarks = /^(`{3,}(?=[^`]*$)|~{3,})(.*)$/;
/** The markers of list items, which may be nested, in front of the text. */
const listMarks = /^(?:\s{0,40}(?:[-*+]|\d{1,9}[.)])[ \t]{1,4}){1,8}/;

interface Fence {
  readonly marks: string;
  /** The minimum indentation, in columns, of lines that belong to the enclosing list item. */
  readonly indent: number;
}

/**
 * The lines of a comment that are commands for Parley, without `/parley`. Quotes and code are
 * someone else's words, so they do not count, however they are marked, nor does text hidden in HTML
 * comments. Ambiguous lines count as quoted.
 */
export function commandLines(comment: string): readonly string[] {
  const text = comment.slice(0, longest);
  // Markup inside code is not markup, and code inside markup is not code, so both readings must
  // agree.
  const plain = spokenLines(text);
  return [...spokenLines(withoutMarkup(text))].flatMap(([at, command]) =>
    plain.get(at) === command ? [command] : [],
  );
}

/** Command lines by line number. */
function spokenLines(text: string): ReadonlyMap<number, string> {
  const found = new Map<number, string>();
  let fence: Fence | undefined;
  let isQuote = false;
  let isLong = false;
  for (const [at, line] of text.split(/\r\n?|\n/).entries()) {
    const indent = line.length - line.trimStart().length;
    const isBlank = line.trim() === '';
    // A list item, and the code in it, ends at the first line with less indentation.
    if (fence !== undefined && !isBlank && indent < fence.indent) fence = undefined;
    if (fence !== undefined) {
      const [, marks, info = ''] = fenceMarks.exec(line.trimStart()) ?? [];
      if (marks?.startsWith(fence.marks) === true && info.trim() === '') fence = undefined;
      continue;
    }
    // GitLab quotes everything between two of these lines.
    if (/^ {0,3}>>>\s*$/.test(line)) isLong = !isLong;
    // A line directly after a quote continues it.
    isQuote = /^ {0,3}>/.test(line) || (isQuote && !isBlank);
    const opened = openFence(line);
    if (opened !== undefined) {
      fence = opened;
      isQuote = false;
    }
    if (isQuote || isLong || opened !== undefined) continue;
    const [whole, command = ''] = /^ {0,3}\/parley(?:[ \t]+(.*))?$/i.exec(line) ?? [];
    if (whole !== undefined) found.set(at, command.trim());
  }
  return found;
}

/** Recognizes a fence even if it begins a list item or is inside one. */
function openFence(line: string): Fence | undefined {
  const [item = ''] = listMarks.exec(line) ?? [];
  const rest = line.slice(item.length);
  const [, marks] = fenceMarks.exec(rest.trimStart()) ?? [];
  if (marks === undefined) return undefined;
  const own = rest.length - rest.trimStart().length;
  // Up to three blanks do not make a line part of a list.
  const indent = item.length + own;
  return { marks, indent: item === '' && indent < 4 ? 0 : Math.min(indent, item.length || indent) };
}
