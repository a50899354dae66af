import { compareInstants } from '../../../model/instant.ts';
import { type JsonObject, sameJson } from '../../../model/json.ts';
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

/** True if two stored values differ at most in this time. */
export function isSameApartFrom<T extends object>(time: keyof T, one: T, other: T): boolean {
  const [left, right] = [one, other].map((each) => ({ ...each, [time]: '' }));
  return sameJson(left as unknown as JsonObject, right as unknown as JsonObject);
}
