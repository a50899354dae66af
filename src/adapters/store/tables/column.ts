import type { ColumnType } from 'kysely';

/** ISO text goes in, a date comes out. */
export type TimeColumn = ColumnType<Date, string, string>;

/** JSON text goes in, its value comes out. `json`, not `jsonb`: it stands every text in a log. */
export type JsonColumn<T> = ColumnType<T, string, string>;

export interface OfStack {
  tenant: string;
  stack: string;
}

export interface DocumentColumns {
  tenant: string;
  id: string;
  time: TimeColumn;
  body: JsonColumn<unknown>;
}
