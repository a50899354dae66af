/** Rows of one insert: PostgreSQL accepts at most 65,535 parameters. */
const rowsAtOnce = 1000;

export function* inBatches<T>(rows: readonly T[]): Generator<readonly T[]> {
  for (let at = 0; at < rows.length; at += rowsAtOnce) yield rows.slice(at, at + rowsAtOnce);
}
