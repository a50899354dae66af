import type { ColumnType } from 'kysely';

/** Written as ISO text, read as a date. */
export type TimeColumn = ColumnType<Date, string, string>;

/**
 * Written as JSON text, read as its value. `json`, not `jsonb`, because it accepts every text in a
 * log.
 */
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
