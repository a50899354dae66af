import { hasNewline, lineEndAt, lineStartAt, nextLineAt, startsLine } from '../../../text/lines.ts';
import type { Span } from '../syntax/ast.ts';
import { endOfLineAfter, endsLine, hasRuler, leadStart } from './trivia.ts';

/** A list element, an object item, an argument or a block, with the comma behind it. */
export interface RegionMember extends Span {
  readonly comma?: number;
}

/** Behind the member and its comma. */
export function tailOf(member: RegionMember): number {
  return member.comma === undefined ? member.end : member.comma + 1;
}

/** True when the members from `first` to `last` share their lines with nothing else. */
export function ownLines(text: string, first: RegionMember, last: RegionMember): boolean {
  return startsLine(text, first.start) && endsLine(text, tailOf(last));
}

/** Behind the newline of the member's last line, a trailing comment included. */
export function endOfLines(text: string, member: RegionMember): number {
  return nextLineAt(text, endOfLineAfter(text, tailOf(member)));
}

/**
 * Start of the member's lines with the comment above that speaks of it alone. A comment at the
 * top of several lines is their heading and stays; so does one that holds a ruler.
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

/** True when nothing but an empty line or an opening bracket is right above. */
function isTop(text: string, lineStart: number): boolean {
  if (lineStart === 0) return true;
  const above = text.slice(lineStartAt(text, lineStart - 1), lineStart).trim();
  return above === '' || /[[{(]\s*(?:#.*|\/\/.*)?$/.test(above);
}

/** True when another member, not a comment, an empty line or the end, comes right below. */
function isFollowed(text: string, end: number): boolean {
  const below = text.slice(end, lineEndAt(text, end)).trim();
  return below !== '' && !/^(?:#|\/\/|\/\*|[\]})])/.test(below);
}
