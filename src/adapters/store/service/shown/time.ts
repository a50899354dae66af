import { type Kysely, sql } from 'kysely';
import type { InboxItem, ShownCell, StacksAsked } from '../../../../ports/store/shown.ts';
import type { Tables } from '../../tables.ts';
import { listColumns, listedOf } from './list.ts';

type Db = Kysely<Tables>;

export async function readBetween(
  db: Db,
  { tenant, stacks }: StacksAsked,
  { from, to }: { readonly from: string; readonly to: string },
  limit: number,
): Promise<readonly InboxItem[]> {
  const rows = await db
    .selectFrom('shown_intents')
    .select(listColumns)
    .where('tenant', '=', tenant)
    .where('stack', 'in', [...stacks, ''])
    .where('to_time', '>=', new Date(from))
    .where('to_time', '<', new Date(to))
    .orderBy('to_time', 'desc')
    .orderBy('stack')
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(listedOf);
}

/** Counted where the rows are: only the worst of each slice is read. */
export async function readCells(
  db: Db,
  { tenant, stacks }: StacksAsked,
  { from, to }: { readonly from: string; readonly to: string },
  slices: number,
): Promise<readonly ShownCell[]> {
  const seconds = Math.max((Date.parse(to) - Date.parse(from)) / 1000 / slices, 1);
  const start = new Date(from);
  const rows = await db
    .selectFrom('shown_intents')
    .select((of) => [
      of.fn.countAll().as('count'),
      sql<Date>`min(to_time)`.as('first'),
      sql<Date>`max(to_time)`.as('last'),
      sql<string>`(array_agg(stack order by severity desc, to_time desc, stack, id))[1]`.as(
        'stack',
      ),
      sql<string>`(array_agg(id order by severity desc, to_time desc, stack, id))[1]`.as('id'),
    ])
    .where('tenant', '=', tenant)
    .where('stack', 'in', [...stacks, ''])
    .where('to_time', '>=', start)
    .where('to_time', '<', new Date(to))
    .groupBy([
      'class',
      sql`floor(extract(epoch from to_time - ${start}::timestamptz) / ${seconds}::float8)`,
    ])
    .orderBy('last', 'desc')
    .orderBy('stack')
    .orderBy('id')
    .execute();
  const worst = await readWorst(db, tenant, rows);
  return rows.flatMap(({ count, first, last, stack, id }): ShownCell[] => {
    const item = worst.get(`${stack} ${id}`);
    const span = { from: first.toISOString(), to: last.toISOString() };
    return item === undefined ? [] : [{ count: Number(count), ...span, worst: item }];
  });
}

async function readWorst(
  db: Db,
  tenant: string,
  named: readonly { readonly stack: string; readonly id: string }[],
): Promise<ReadonlyMap<string, InboxItem>> {
  const rows = await db
    .selectFrom('shown_intents')
    .select(listColumns)
    .where('tenant', '=', tenant)
    .where('stack', 'in', [...new Set(named.map(({ stack }) => stack)), ''])
    .where('id', 'in', [...new Set(named.map(({ id }) => id)), ''])
    .execute();
  return new Map(rows.map((row) => [`${row.stack} ${row.id}`, listedOf(row)]));
}
