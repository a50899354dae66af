import { type PagePosition, readCursor, writeCursor } from '../../../ports/store/page-cursor.ts';
import type { Page } from '../../../ports/store/service-store.ts';

/** Throws for a text that is not a cursor: the caller has to check text from outside first. */
export function positionAfter(after: string | undefined): PagePosition | undefined {
  if (after === undefined) return undefined;
  const position = readCursor(after);
  if (position === undefined) throw new Error('The cursor of the list is not valid.');
  return position;
}

/** `rows` were queried with one more than the limit, which shows whether more follow. */
export function pageOf<T>(
  rows: readonly T[],
  limit: number,
  positionOf: (item: T) => PagePosition,
): Page<T> {
  const items = rows.slice(0, limit);
  const last = items.at(-1);
  if (rows.length <= limit || last === undefined) return { items };
  return { items, next: writeCursor(positionOf(last)) };
}
