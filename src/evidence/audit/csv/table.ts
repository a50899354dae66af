import type { JsonObject } from '../../../model/json.ts';
import { type CsvRow, CsvRows } from './rows.ts';

/** A row of a table below its header. */
export type TableRow =
  | { readonly kind: 'object'; readonly object: JsonObject }
  | { readonly kind: 'too-large' }
  | { readonly kind: 'broken'; readonly message: string };

/**
 * Columns of which an export by the portal, of an activity log or of AKS's audit, has at least one.
 */
const columns: ReadonlySet<string> = new Set([
  'OperationNameValue',
  'ActivityStatusValue',
  'AuditId',
]);

/** Rows of a CSV file as objects, by the names in its first row. */
export class CsvTable {
  readonly #rows: CsvRows;
  readonly #decoder = new TextDecoder();
  #header: readonly string[] | undefined;

  constructor(maxLength: number) {
    this.#rows = new CsvRows(maxLength);
  }

  /** False once the first row shows that it is not a table of a log. */
  get isLog(): boolean {
    return this.#header === undefined || this.#header.some((name) => columns.has(name));
  }

  write(chunk: Uint8Array): readonly TableRow[] {
    return this.#take(this.#rows.write(this.#decoder.decode(chunk, { stream: true })));
  }

  end(): readonly TableRow[] {
    const rest = this.#rows.write(this.#decoder.decode());
    return this.#take([...rest, ...this.#rows.end()]);
  }

  #take(rows: readonly CsvRow[]): readonly TableRow[] {
    return rows.flatMap((row): readonly TableRow[] => {
      if (row.kind === 'too-large') return [row];
      if (this.#header !== undefined) return [objectFrom(this.#header, row.fields)];
      this.#header = row.fields;
      return [];
    });
  }
}

function objectFrom(header: readonly string[], fields: readonly string[]): TableRow {
  if (fields.length !== header.length) {
    const message = `The row has ${fields.length} fields, and the header ${header.length}.`;
    return { kind: 'broken', message };
  }
  return {
    kind: 'object',
    object: Object.fromEntries(header.map((name, i) => [name, fields[i] ?? ''])),
  };
}
