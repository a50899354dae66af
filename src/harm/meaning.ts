import type { Harm } from '../model/harm.ts';
import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../model/json.ts';
import type { Marks, ResourceChange } from './change.ts';

/**
 * Reads what a change means where a table of attributes cannot. The sides are as in
 * `ResourceChange`, with `***` in place of what is unknown or secret.
 */
export type MeaningReader = (
  type: string,
  before: JsonObject | undefined,
  after: JsonObject | undefined,
) => readonly Harm[];

/**
 * Readers that are asked about every change beside the table. Of what both say about one dimension
 * of one field, the more severe stands, and of equals the first reader's sentence.
 */
export const meaningReaders: readonly MeaningReader[] = [];

/** What all readers say of a change. */
export function readMeaning(
  readers: readonly MeaningReader[],
  { type, before, after, unknown, sensitive }: ResourceChange,
): readonly Harm[] {
  if (readers.length === 0) return [];
  const old = masked(masked(before, unknown?.before), sensitive?.before);
  const now = masked(masked(after, unknown?.after), sensitive?.after);
  return readers.flatMap((reader) => reader(type, objectOf(old), objectOf(now)));
}

function objectOf(value: Json | undefined): JsonObject | undefined {
  return isJsonObject(value) ? value : undefined;
}

/** The value with a mask wherever it is marked, also where the value itself is left out. */
function masked(value: Json | undefined, marks: Marks | undefined): Json | undefined {
  if (marks === true) return '***';
  if (isJsonArray(marks)) {
    if (!isJsonArray(value)) return value;
    return value.map((each, index) => masked(each, marks[index]) ?? null);
  }
  if (!isJsonObject(marks) || value === undefined) return value;
  const object = isJsonObject(value) ? value : {};
  const marked = Object.entries(marks).flatMap(([name, mark]): readonly [string, Json][] => {
    const each = masked(object[name], mark);
    return each === undefined ? [] : [[name, each]];
  });
  return marked.length === 0 ? value : { ...object, ...Object.fromEntries(marked) };
}
