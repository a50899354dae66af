import type { CreateTableBuilder, Kysely } from 'kysely';

type ColumnType =
  | ('text' | 'integer' | 'smallint' | 'bigint' | 'serial' | 'bigserial' | 'boolean')
  | ('double precision' | 'timestamptz' | 'json');

/** Types by the names of columns, in order. A question mark allows null. */
type ColumnTypes = Readonly<Record<string, ColumnType | `${ColumnType}?`>>;

export interface TableShape {
  readonly columns: ColumnTypes;
  readonly key: readonly string[];
  /** Columns by the names of indexes. */
  readonly indexes?: Readonly<Record<string, readonly string[]>>;
}

/** The first columns of a table with rows of stacks. */
export const ofStack = { tenant: 'text', stack: 'text' } as const;

/** Creates a table with its primary key, which is called `TABLE_key`, and its indexes. */
export async function makeTable(
  db: Kysely<never>,
  table: string,
  { columns, key, indexes = {} }: TableShape,
): Promise<void> {
  await addColumns(db.schema.createTable(table), columns)
    // Kysely infers column names from a schema that migrations do not have.
    .addPrimaryKeyConstraint(`${table}_key`, key as never)
    .execute();
  for (const [name, on] of Object.entries(indexes)) await createIndex(db, name, table, on);
}

export function addColumns(
  made: CreateTableBuilder<string, never>,
  columns: ColumnTypes,
): CreateTableBuilder<string, never> {
  let wider = made;
  for (const [name, written] of Object.entries(columns)) {
    const type = written.replace('?', '') as ColumnType;
    wider = wider.addColumn(name, type, (column) =>
      type === written ? column.notNull() : column,
    ) as typeof made;
  }
  return wider;
}

export async function createIndex(
  { schema }: Kysely<never>,
  name: string,
  table: string,
  columns: readonly string[],
): Promise<void> {
  await schema
    .createIndex(name)
    .on(table)
    .columns([...columns])
    .execute();
}
