import { type SelectQueryBuilder, sql } from 'kysely';
import { type PagePosition, readCursor, writeCursor } from '../../../ports/store/page-cursor.ts';
import type { Page, PageQuery } from '../../../ports/store/service-store.ts';
import { isBeyond } from '../rows.ts';

/**
 * How a list is sorted: by these columns, from left to right, which the query has to select. Each
 * is one of the members of a cursor.
 */
export interface PageOrder {
  readonly direction: 'asc' | 'desc';
  readonly columns: readonly (readonly [column: string, member: keyof PagePosition])[];
}

/** The newest first, by a column with a time. */
export function newestFirst(time: string): PageOrder {
  return {
    direction: 'desc',
    columns: [
      [time, 'time'],
      ['stack', 'stack'],
      ['id', 'id'],
    ],
  };
}

/**
 * One page of a list. Throws for a text that is not a cursor: the caller has to check text from
 * outside first.
 */
export async function readPage<DB, Table extends keyof DB, Row extends object, Item>(
  query: SelectQueryBuilder<DB, Table, Row>,
  { direction, columns }: PageOrder,
  { limit, after }: PageQuery,
  itemOf: (row: Row) => Item,
): Promise<Page<Item>> {
  let sorted = query;
  if (after !== undefined) {
    const position = readCursor(after);
    if (position === undefined) throw new Error('The cursor of the list is not valid.');
    const names = columns.map(([column]) => column);
    const values = columns.map(([, member]) => valueIn(position, member));
    sorted = sorted.where(isBeyond(names, direction === 'asc' ? '>' : '<', values));
  }
  for (const [column] of columns) sorted = sorted.orderBy(sql.ref(column), direction);
  // One more than the limit shows whether more follow.
  const rows = await sorted.limit(limit + 1).execute();
  const items = rows.slice(0, limit);
  const last = items.at(-1);
  const page = { items: items.map((row) => itemOf(row as Row)) };
  if (rows.length <= limit || last === undefined) return page;
  return { ...page, next: writeCursor(positionOf(last, columns)) };
}

function valueIn(position: PagePosition, member: keyof PagePosition): unknown {
  return member === 'time' ? new Date(position.time) : position[member];
}

function positionOf(row: object, columns: PageOrder['columns']): PagePosition {
  const values = new Map(Object.entries(row));
  const members = columns.map(([column, member]): [string, unknown] => {
    const value: unknown = values.get(column);
    return [member, value instanceof Date ? value.toISOString() : value];
  });
  return { number: 0, ...Object.fromEntries(members) } as PagePosition;
}
