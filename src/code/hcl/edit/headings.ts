import {
  isBlankLine,
  isBlankLineAt,
  lineEndAt,
  lineStartAt,
  nextLineAt,
} from '../../../text/lines.ts';
import { parseHcl } from '../syntax/parse.ts';
import { hasRuler, leadStart } from './trivia.ts';

/** Consecutive comment lines, from the start of the first one. */
interface Comments {
  readonly start: number;
  /** Just past the newline of the last line. */
  readonly end: number;
}

/**
 * Where the comments start that become superfluous once the lines from `lead` to `end` are gone:
 * headings separated from them by an empty line, with nothing below but the end or another heading.
 */
export function startOfHeadings(text: string, lead: number, end: number, floor: number): number {
  if (!endsSection(text, end)) return lead;
  const heading = commentsAbove(text, lead, floor);
  return heading === undefined || isCode(text, heading) ? lead : heading.start;
}

/** True if the end of the file or body comes next, or a separate heading. */
function endsSection(text: string, end: number): boolean {
  const next = nextTextLine(text, end);
  if (next >= text.length || /^\s*\}/.test(text.slice(next, lineEndAt(text, next)))) return true;
  const below = commentsFrom(text, next);
  if (below === undefined || isCode(text, below)) return false;
  return hasRuler(text, below.start, below.end) || isBlankLineAt(text, below.end);
}

function nextTextLine(text: string, start: number): number {
  let at = start;
  while (at < text.length && isBlankLineAt(text, at)) at = nextLineAt(text, at);
  return at;
}

/** The comments above `lead` that an empty line separates from it. */
function commentsAbove(text: string, lead: number, floor: number): Comments | undefined {
  let end = lead;
  while (end > floor && isBlankLineAt(text, lineStartAt(text, end - 1))) {
    end = lineStartAt(text, end - 1);
  }
  if (end === lead || end <= floor) return undefined;
  const start = leadStart(text, end, floor);
  return start < end && !isBlankLine(text, start, end) ? { start, end } : undefined;
}

function commentsFrom(text: string, start: number): Comments | undefined {
  let end = start;
  while (end < text.length && leadStart(text, nextLineAt(text, end), start) === start) {
    const next = nextLineAt(text, end);
    if (next === end) break;
    end = next;
  }
  return end > start ? { start, end } : undefined;
}

/** True for code that has been commented out. */
function isCode(text: string, { start, end }: Comments): boolean {
  const lines = text.slice(start, end).replace(/^[ \t]*(?:#|\/\/) ?/gm, '');
  const { body, errors } = parseHcl(`${lines}\n`);
  return errors.length === 0 && body.items.length > 0;
}

/**
 * The end of the last line of commented-out code that stands alone below the line ending at
 * `lineEnd`, or `lineEnd` if there is none. Such code belongs to the item above it.
 */
export function behindDisabledCode(text: string, lineEnd: number): number {
  let at = lineEnd;
  for (;;) {
    const start = nextTextLine(text, nextLineAt(text, at));
    const comments = start < text.length ? commentsFrom(text, start) : undefined;
    const isApart = comments !== undefined && isBlankLineAt(text, comments.end);
    if (comments === undefined || !isApart || !isCode(text, comments)) return at;
    at = lineEndAt(text, lineStartAt(text, comments.end - 1));
  }
}
