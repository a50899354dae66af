import { displayText } from '../../model/text.ts';
import { formatCount } from '../../model/words.ts';

/*
 * Text of a log comes from outside. Forges turn names, numbers, commits and addresses in it into
 * links and mentions, after they have removed escapes, so a backslash does not help. They leave
 * code alone, so everything except plain words is shown as code here.
 */

/** Text as inline code, also for a table cell. */
export function markdownCode(text: string, max = 160): string {
  const shown = displayText(text, max).replaceAll(/[`|]|<!--/g, escaped);
  return shown === '' ? '(empty)' : `\`${shown}\``;
}

function escaped(text: string): string {
  const [first = ''] = text;
  return `\\u{${first.charCodeAt(0).toString(16)}}${text.slice(1)}`;
}

/** `Scaled`, `one's`, `follow-up`; nothing that could be a commit. */
const plainWord = /^(?!(?:[0-9a-f]{7,}|https?|www)$)[a-z]{1,30}(?:['’-][a-z]{1,30}){0,3}$/i;
/** `30`, `1.5`; nothing that could be a commit. */
const plainNumber = /^\d{1,6}(?:\.\d{1,3})?%?$/;
const token = /^(["'(]*)(.*?)([)"',;:.?!]*)$/s;

/** Spaces separate words, except those in `name="Admin port"` or between backticks. */
const wordForm = /(?:(?<!\S)["'(]?`[^`]{1,200}`|[\w.-]{1,60}="[^"]*"|\S)+/g;
const codeSpan = /^(["'(]?)`([^`]+)`([)"',;:.?!]*)$/;

/** A sentence with plain words as they are, and code spans and everything else as code. */
export function markdownProse(text: string, max = 600): string {
  const words = displayText(text, max).match(wordForm) ?? [];
  const parts: { kind: 'plain' | 'code' | 'span'; before: string; text: string; after: string }[] =
    [];
  for (const word of words) {
    const [, open, span, close] = codeSpan.exec(word) ?? [];
    if (span !== undefined) {
      parts.push({ kind: 'span', before: open ?? '', text: span, after: close ?? '' });
      continue;
    }
    const { before, core, after } = partsOf(word);
    const isPlain = plainWord.test(core) || plainNumber.test(core);
    const last = parts.at(-1);
    // Adjacent code is joined into one span.
    if (!isPlain && last?.kind === 'code' && last.after === '' && before === '') {
      last.text = `${last.text} ${core}`;
      last.after = after;
    } else parts.push({ kind: isPlain ? 'plain' : 'code', before, text: core, after });
  }
  return parts
    .map(({ kind, before, text: core, after }, index) => {
      // `1.` would begin a list.
      const isHead = index === 0 && /^\d/.test(core);
      if (core === '') return markdownCode(before + after);
      return `${before}${kind === 'plain' && !isHead ? core : markdownCode(core, max)}${after}`;
    })
    .join(' ');
}

/**
 * Splits off the punctuation around a word. A quote that opens within the word is closed within it.
 */
function partsOf(word: string): {
  readonly before: string;
  readonly core: string;
  readonly after: string;
} {
  const [, before = '', core = '', after = ''] = token.exec(word) ?? [];
  const isOpen = core.split('"').length % 2 === 0 && after.startsWith('"');
  return isOpen ? { before, core: `${core}"`, after: after.slice(1) } : { before, core, after };
}

/** A table whose cells are Markdown from `markdownCode` and `markdownProse`. */
export function markdownTable(
  head: readonly string[],
  rows: readonly (readonly string[])[],
): readonly string[] {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)];
}

/** The first items of a list, and a line that counts the rest. */
export function capped<T>(
  items: readonly T[],
  max: number,
  noun: string,
): { readonly shown: readonly T[]; readonly rest: readonly string[] } {
  const more = items.length - max;
  if (more <= 0) return { shown: items, rest: [] };
  return { shown: items.slice(0, max), rest: ['', `And ${formatCount(more, `more ${noun}`)}.`] };
}

/** Commands to copy. No line may begin with a fence. */
export function commands(lines: readonly string[]): readonly string[] {
  return ['```sh', ...lines, '```'];
}

/** A section that is collapsed until the reader opens it. */
export function folded(title: string, lines: readonly string[]): readonly string[] {
  return ['<details>', `<summary>${title}</summary>`, '', ...lines, '', '</details>'];
}
