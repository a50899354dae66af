import type { HclFile } from '../../../code/hcl/syntax/ast.ts';

/** The text of the top-level items that differ, before and after. */
export interface ChangedPart {
  readonly before: string;
  readonly after: string;
}

/**
 * Narrows two versions of a file to the top-level items that differ, so that examining them takes
 * time proportional to the edit and not to the file. Versions with errors, or whose items do not
 * line up, are returned in full.
 */
export function changedPart(before: HclFile, after: HclFile): ChangedPart {
  const whole = { before: before.text, after: after.text };
  if (before.errors.length > 0 || after.errors.length > 0) return whole;
  const shortest = Math.min(before.text.length, after.text.length);
  const head = sharedStart(before.text, after.text, shortest);
  const tail = sharedEnd(before.text, after.text, shortest - head);
  const old = cut(before, head, tail);
  const now = cut(after, head, tail);
  const alike =
    old.start === now.start && before.text.length - old.end === after.text.length - now.end;
  return alike
    ? { before: before.text.slice(old.start, old.end), after: after.text.slice(now.start, now.end) }
    : whole;
}

function sharedStart(a: string, b: string, max: number): number {
  let length = 0;
  while (length < max && a.charCodeAt(length) === b.charCodeAt(length)) length += 1;
  return length;
}

function sharedEnd(a: string, b: string, max: number): number {
  let length = 0;
  while (
    length < max &&
    a.charCodeAt(a.length - 1 - length) === b.charCodeAt(b.length - 1 - length)
  ) {
    length += 1;
  }
  return length;
}

/**
 * The range from the end of the last item that lies entirely in `head` to the first item in `tail`.
 */
function cut({ text, body }: HclFile, head: number, tail: number): Cut {
  let start = 0;
  let end = text.length;
  for (const item of body.items) if (item.end < head) start = item.end;
  for (const item of body.items.toReversed()) {
    if (item.start >= text.length - tail) end = item.start;
  }
  return { start, end };
}

interface Cut {
  readonly start: number;
  readonly end: number;
}
