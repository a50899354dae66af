import { isJsonArray, isJsonObject, type Json, own } from '../../../model/json.ts';
import { fieldTextAt } from './fields.ts';

/**
 * The rows of a table in the answer to a query of Log Analytics, each as an object; a row that does
 * not fit stays unchanged.
 */
export function rowsOf(table: Json): readonly Json[] {
  if (!isJsonObject(table)) return [table];
  const columns = own(table, 'columns');
  const rows = own(table, 'rows');
  if (!isJsonArray(columns) || !isJsonArray(rows)) return [table];
  const names = columns.map((column) =>
    isJsonObject(column) ? (fieldTextAt(column, 'name') ?? '') : '',
  );
  return rows.map((row) => {
    if (!isJsonArray(row) || row.length !== names.length) return row;
    return Object.fromEntries(names.map((name, i) => [name, row[i] ?? null]));
  });
}
