import { hasNewline, lineEndAt, lineStartAt, nextLineAt, startsLine } from '../../../text/lines.ts';
import type { Span } from '../syntax/ast.ts';
import { endOfLineAfter, endsLine, hasRuler, leadStart } from './trivia.ts';

/** A list element, an object item, an argument or a block, with the comma after it. */
export interface RegionMember extends Span {
  readonly comma?: number;
}

/** The offset just past the member and its comma. */
export function endWithComma(member: RegionMember): number {
  return member.comma === undefined ? member.end : member.comma + 1;
}

/** True if nothing else is on the lines of the members from `first` to `last`. */
export function ownLines(text: string, first: RegionMember, last: RegionMember): boolean {
  return startsLine(text, first.start) && endsLine(text, endWithComma(last));
}

/** The offset just past the newline of the member's last line, including a trailing comment. */
export function endOfLines(text: string, member: RegionMember): number {
  return nextLineAt(text, endOfLineAfter(text, endWithComma(member)));
}

/**
 * The start of the member's lines, including the comment above that describes it alone. A comment
 * above several one-line members is their heading and stays; so does one that contains a ruler.
 */
export function startOfLines(
  text: string,
  member: RegionMember,
  end: number,
  floor: number,
): number {
  const own = lineStartAt(text, member.start);
  const lead = leadStart(text, member.start, floor);
  if (lead === own || hasRuler(text, lead, own)) return own;
  const isLarge = hasNewline(text, member.start, member.end);
  return !isLarge && isTop(text, lead) && isFollowed(text, end) ? own : lead;
}

/** True if an empty line or an opening bracket is right above. */
function isTop(text: string, lineStart: number): boolean {
  if (lineStart === 0) return true;
  const above = text.slice(lineStartAt(text, lineStart - 1), lineStart).trim();
  return above === '' || /[[{(]\s*(?:#.*|\/\/.*)?$/.test(above);
}

/** True if another member comes right below, not a comment, an empty line or the end. */
function isFollowed(text: string, end: number): boolean {
  const below = text.slice(end, lineEndAt(text, end)).trim();
  return below !== '' && !/^(?:#|\/\/|\/\*|[\]})])/.test(below);
}
