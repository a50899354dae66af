/** Elements whose text is code, or someone else's words. */
const quoting = 'pre|code|samp|kbd|tt|script|style|textarea|template|xmp|q|cite|blockquote';

const comment = /<!--[\s\S]*?(?:-->|$)/g;
const opening = new RegExp(`<(${quoting})(?=[\\s/>])`, 'gi');

/**
 * The comment without HTML comments, quoting elements, and inline code. Line breaks stay. What is
 * never closed extends to the end.
 */
export function withoutMarkup(text: string): string {
  return withoutSpans(withoutElements(text.replaceAll(comment, blank)));
}

/** Text that starts no command, with the same line breaks. */
function blank(found: string): string {
  return `.${found.replace(/[^\r\n]/g, '').replace(/[\r\n]$/, (end) => `${end}.`)}`;
}

function withoutElements(text: string): string {
  let kept = '';
  let at = 0;
  // Tags within code are removed as well, though they are only text there. At worst, more lines
  // count as quoted.
  for (;;) {
    opening.lastIndex = at;
    const [tag, name = ''] = opening.exec(text) ?? [];
    if (tag === undefined) return kept + text.slice(at);
    const begin = opening.lastIndex - tag.length;
    const closing = new RegExp(`</${name}\\s{0,9}>`, 'gi');
    closing.lastIndex = begin;
    const end = closing.exec(text) === null ? text.length : closing.lastIndex;
    kept += text.slice(at, begin) + blank(text.slice(begin, end));
    at = end;
  }
}

/** Removes code between backticks, which may extend over several lines of a paragraph. */
function withoutSpans(text: string): string {
  return text
    .split(/((?:\r\n?|\n)[ \t]*(?:\r\n?|\n))/)
    .map((paragraph) =>
      paragraph.replace(/(?<!`)(`{1,2})(?!`)([^`]|(?!\1(?!`))`)*?(?<!`)\1(?!`)/g, spanBlank),
    )
    .join('');
}

function spanBlank(found: string): string {
  return /[\r\n]/.test(found) ? blank(found) : found;
}
