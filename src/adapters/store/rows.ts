import { type Insertable, type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { StackKey } from '../../ports/store/stack-key.ts';
import type { Tables } from './tables.ts';

/** Rows of one statement: PostgreSQL accepts at most 65,535 parameters. */
const rowsAtOnce = 1000;

export function* inBatches<T>(rows: readonly T[]): Generator<readonly T[]> {
  for (let at = 0; at < rows.length; at += rowsAtOnce) yield rows.slice(at, at + rowsAtOnce);
}

export async function insertRows<T extends keyof Tables>(
  db: Kysely<Tables>,
  table: T,
  rows: readonly Insertable<Tables[T]>[],
): Promise<void> {
  for (const some of inBatches(rows)) await db.insertInto(table).values(some).execute();
}

/** Inserts rows; those whose key is there already stay as they are. Returns how many were new. */
export async function insertNew<T extends keyof Tables>(
  db: Kysely<Tables>,
  table: T,
  rows: readonly Insertable<Tables[T]>[],
): Promise<number> {
  let added = 0;
  for (const some of inBatches(rows)) {
    const { numInsertedOrUpdatedRows = 0n } = await db
      .insertInto(table)
      .values(some)
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    added += Number(numInsertedOrUpdatedRows);
  }
  return added;
}

/** Inserts rows of a stack; those whose id is there already get new values of these columns. */
export async function putRows<T extends keyof Tables>(
  db: Kysely<Tables>,
  table: T,
  rows: readonly Insertable<Tables[T]>[],
  replaced: readonly (keyof Tables[T] & string)[],
): Promise<void> {
  const key = ['tenant', 'stack', 'id'] as never[];
  const values = Object.fromEntries(replaced.map((name) => [name, sql.ref(`excluded.${name}`)]));
  for (const some of inBatches(rows)) {
    await db
      .insertInto(table)
      .values(some)
      .onConflict((conflict) => conflict.columns(key).doUpdateSet(values as never))
      .execute();
  }
}

/** Inserts a row; the row that has this key already gets these values. */
export async function putRow<T extends keyof Tables, K extends keyof Insertable<Tables[T]>>(
  db: Kysely<Tables>,
  table: T,
  key: Pick<Insertable<Tables[T]>, K>,
  values: Omit<Insertable<Tables[T]>, K>,
): Promise<void> {
  await db
    .insertInto(table)
    .values({ ...key, ...values } as unknown as Insertable<Tables[T]>)
    .onConflict((conflict) =>
      conflict.columns(Object.keys(key) as never[]).doUpdateSet(values as never),
    )
    .execute();
}

/** True for rows beyond these values of their columns, compared from left to right. */
export function isBeyond(
  columns: readonly string[],
  operator: '<' | '>',
  values: readonly unknown[],
): RawBuilder<SqlBool> {
  const names = sql.join(columns.map((name) => sql.ref(name)));
  return sql<SqlBool>`(${names}) ${sql.raw(operator)} (${sql.join(values)})`;
}

/** Drops rows from before a time; returns how many. */
export async function dropBefore(
  db: Kysely<Tables>,
  table: keyof Tables,
  column: string,
  before: Date,
): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom(table)
    .where(sql.ref(column), '<', before)
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/** Bodies of the rows that belong to a stack, or to one of its runs, sorted by these columns. */
export async function readBodies<Body>(
  db: Kysely<Tables>,
  table: keyof Tables,
  of: StackKey,
  order: readonly string[],
): Promise<readonly Body[]> {
  let query = db
    .selectFrom(table as 'answers')
    .select('body')
    .where((eb) => eb.and(of));
  for (const column of order) query = query.orderBy(sql.ref(column));
  // JSON returns what was stored.
  return (await query.execute()).map(({ body }) => body as Body);
}
