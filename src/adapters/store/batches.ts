/** Rows of one insert: PostgreSQL takes 65,535 parameters at most. */
const rowsAtOnce = 1000;

export function* inBatches<T>(rows: readonly T[]): Generator<readonly T[]> {
  for (let at = 0; at < rows.length; at += rowsAtOnce) yield rows.slice(at, at + rowsAtOnce);
}
