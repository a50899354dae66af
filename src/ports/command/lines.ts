import { withoutMarkup } from './markup.ts';

/** Longest comment that is looked at, in characters. */
const longest = 70_000;

/** Three or more backticks or tildes; backticks further on would make it code within a line. */
const fenceMarks = /^(`{3,}(?=[^`]*$)|~{3,})(.*)$/;
/** What a list puts in front of its first line. */
const listMarks = /^(?:\s{0,40}(?:[-*+]|\d{1,9}[.)])[ \t]{1,4}){1,8}/;

interface Fence {
  readonly marks: string;
  /** Columns that lines of the list item around it are indented by at least. */
  readonly indent: number;
}

/**
 * The lines of a comment that speak to Parley, without `/parley`. Quotes and code are what somebody
 * else said, so they do not count, however they are marked; neither does what is hidden in an HTML
 * comment. In doubt a line is quoted.
 */
export function commandLines(comment: string): readonly string[] {
  const text = comment.slice(0, longest);
  // Markup within code is none, and code within markup is none: both readings have to agree.
  const plain = spokenLines(text);
  return [...spokenLines(withoutMarkup(text))].flatMap(([at, words]) =>
    plain.get(at) === words ? [words] : [],
  );
}

/** By the number of the line. */
function spokenLines(text: string): ReadonlyMap<number, string> {
  const found = new Map<number, string>();
  let fence: Fence | undefined;
  let isQuote = false;
  let isLong = false;
  for (const [at, line] of text.split(/\r\n?|\n/).entries()) {
    const indent = line.length - line.trimStart().length;
    const isBlank = line.trim() === '';
    // The item of a list ends with the first line that is indented less, and its code with it.
    if (fence !== undefined && !isBlank && indent < fence.indent) fence = undefined;
    if (fence !== undefined) {
      const [, marks, info = ''] = fenceMarks.exec(line.trimStart()) ?? [];
      if (marks?.startsWith(fence.marks) === true && info.trim() === '') fence = undefined;
      continue;
    }
    // GitLab quotes what stands between two of them.
    if (/^ {0,3}>>>\s*$/.test(line)) isLong = !isLong;
    // A line right behind a quote goes on with it.
    isQuote = /^ {0,3}>/.test(line) || (isQuote && !isBlank);
    const opened = openFence(line);
    if (opened !== undefined) {
      fence = opened;
      isQuote = false;
    }
    if (isQuote || isLong || opened !== undefined) continue;
    const [whole, words = ''] = /^ {0,3}\/parley(?:[ \t]+(.*))?$/i.exec(line) ?? [];
    if (whole !== undefined) found.set(at, words.trim());
  }
  return found;
}

/** Also where it begins the item of a list, or stands within one. */
function openFence(line: string): Fence | undefined {
  const [item = ''] = listMarks.exec(line) ?? [];
  const rest = line.slice(item.length);
  const [, marks] = fenceMarks.exec(rest.trimStart()) ?? [];
  if (marks === undefined) return undefined;
  const own = rest.length - rest.trimStart().length;
  // Up to three blanks are part of no list.
  const indent = item.length + own;
  return { marks, indent: item === '' && indent < 4 ? 0 : Math.min(indent, item.length || indent) };
}
