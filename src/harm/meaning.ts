import type { Harm } from '../model/harm.ts';
import type { JsonObject } from '../model/json.ts';

/** Reads what a change means where a table of attributes cannot; the sides as in `ResourceChange`. */
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
