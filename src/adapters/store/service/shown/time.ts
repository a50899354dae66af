import { type Kysely, sql } from 'kysely';
import type {
  InboxItem,
  ShownCell,
  ShownRange,
  StacksAsked,
} from '../../../../ports/store/shown.ts';
import type { Tables } from '../../tables.ts';
import { inboxItem, listColumns } from './list.ts';

type Db = Kysely<Tables>;

export async function readBetween(
  db: Db,
  { tenant, stacks }: StacksAsked,
  { from, to }: ShownRange,
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
  return rows.map(inboxItem);
}

/** Counted in the database: only the worst intent of each slice is read. */
export async function readCells(
  db: Db,
  { tenant, stacks }: StacksAsked,
  { from, to }: ShownRange,
  slices: number,
): Promise<readonly ShownCell[]> {
  const seconds = Math.max((Date.parse(to) - Date.parse(from)) / 1000 / slices, 1);
  const start = new Date(from);
  // An expression that is written alike twice is computed once.
  const worst = sql`(array_agg(array[stack, id] order by severity desc, to_time desc, stack, id))[1]`;
  const rows = await db
    .with('cells', (cells) =>
      cells
        .selectFrom('shown_intents')
        .select((of) => [
          of.fn.countAll().as('count'),
          sql<Date>`min(to_time)`.as('first'),
          sql<Date>`max(to_time)`.as('last'),
          sql<string>`${worst}[1]`.as('stack'),
          sql<string>`${worst}[2]`.as('id'),
        ])
        .where('tenant', '=', tenant)
        .where('stack', 'in', [...stacks, ''])
        .where('to_time', '>=', start)
        .where('to_time', '<', new Date(to))
        .groupBy([
          'class',
          sql`floor(date_part('epoch', to_time - ${start}::timestamptz) / ${seconds}::float8)`,
        ]),
    )
    .selectFrom('cells')
    // Looked up one by one by key: the planner cannot foresee how few these are, and a join would
    // read the entire table.
    .innerJoinLateral(
      (from) =>
        from
          .selectFrom('shown_intents')
          .select(listColumns)
          .where('tenant', '=', tenant)
          .whereRef('shown_intents.stack', '=', 'cells.stack')
          .whereRef('shown_intents.id', '=', 'cells.id')
          .limit(1)
          .as('worst'),
      (join) => join.onTrue(),
    )
    .select(['cells.count', 'cells.first', 'cells.last'])
    .select(listColumns.map((name) => `worst.${name}` as const))
    .orderBy('cells.last', 'desc')
    .orderBy('cells.stack')
    .orderBy('cells.id')
    .execute();
  return rows.map(
    ({ count, first, last, ...row }): ShownCell => ({
      count: Number(count),
      ...{ from: first.toISOString(), to: last.toISOString() },
      worst: inboxItem(row),
    }),
  );
}
