import { compareInstants } from '../../../model/instant.ts';
import { compareText } from '../../../model/text.ts';
import type { StoredLine } from './line.ts';

/**
 * The form in which times are compared and returned. Throws if the text is not a time, which stops
 * the transaction.
 */
export function isoTimeField(text: string): string {
  return new Date(text).toISOString();
}

/** Keys of lines whose column has a time, by time and key. */
export function byTime(lines: Iterable<StoredLine>, column: number): readonly string[] {
  return [...lines]
    .sort(
      (a, b) =>
        compareInstants(a.columns[column] ?? '', b.columns[column] ?? '') ||
        compareText(a.key, b.key),
    )
    .map(({ key }) => key);
}

/** Keys of lines, by a column and then by key. */
export function byColumn(lines: Iterable<StoredLine>, column: number): readonly string[] {
  return [...lines]
    .sort(
      (a, b) =>
        compareText(a.columns[column] ?? '', b.columns[column] ?? '') || compareText(a.key, b.key),
    )
    .map(({ key }) => key);
}
