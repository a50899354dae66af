import {
  hasNewline,
  isBlankLine,
  isBlankLineAt,
  lineStartAt,
  nextLineAt,
} from '../../../text/lines.ts';
import type { Span } from '../syntax/ast.ts';

/** True if there is an empty line between two neighbors. */
export function areApart(text: string, left: Span, right: Span): boolean {
  return /\n[ \t\r]*\n/.test(text.slice(left.end, right.start));
}

/** Whether something takes one line or several, which usually decides about its spacing. */
export type Size = 'line' | 'lines';

export function spacingSize(text: string, span: Span): Size {
  return hasNewline(text, span.start, span.end) ? 'lines' : 'line';
}

/**
 * Whether an empty line separates two neighbors, judged by the existing pairs of the same size.
 * `fallback` applies if there is no such pair.
 */
export function wantsBlank(
  text: string,
  members: readonly Span[],
  sizes: readonly [Size, Size],
  fallback: boolean,
): boolean {
  const isLarge = sizes.includes('lines');
  let apart = 0;
  let together = 0;
  for (const [index, right] of members.entries()) {
    const left = members[index - 1];
    if (left === undefined) continue;
    const large = spacingSize(text, left) === 'lines' || spacingSize(text, right) === 'lines';
    if (large !== isLarge) continue;
    if (areApart(text, left, right)) apart++;
    else together++;
  }
  // A one-line member joins the lines around it, unless empty lines separate all of them.
  if (!isLarge) return together === 0 && apart > 1;
  return apart + together === 0 ? fallback : apart >= together;
}

/**
 * The stretch to delete for the lines from `start` to `end`, extended so that no superfluous empty
 * lines remain. `floor` and `ceiling` bound the lines of the container.
 */
export function withSpareBlanks(
  text: string,
  start: number,
  end: number,
  floor: number,
  ceiling: number,
): Span {
  if (isBlankLine(text, end, ceiling)) return { start: blanksBefore(text, start, floor), end };
  const isFirst = start <= floor;
  const isAfterBlank = !isFirst && isBlankLineAt(text, lineStartAt(text, start - 1));
  return isFirst || isAfterBlank ? { start, end: blanksAfter(text, end, ceiling) } : { start, end };
}

function blanksBefore(text: string, start: number, floor: number): number {
  let at = start;
  while (at > floor) {
    const above = lineStartAt(text, at - 1);
    if (above < floor || !isBlankLineAt(text, above)) return at;
    at = above;
  }
  return at;
}

function blanksAfter(text: string, end: number, ceiling: number): number {
  let at = end;
  while (at < ceiling && isBlankLineAt(text, at)) {
    const next = nextLineAt(text, at);
    if (next > ceiling || next === at) return at;
    at = next;
  }
  return at;
}
