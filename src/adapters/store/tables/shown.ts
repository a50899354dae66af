import type { ColumnType } from 'kysely';
import type { JsonColumn, OfStack, TimeColumn } from './column.ts';

/** Intents of the latest runs, and of earlier ones as they were last seen. */
export interface ShownIntentTable extends OfStack {
  id: string;
  run: string;
  open: boolean;
  /**
   * Whether a person has to decide something, and whether there is an open proposal for the intent.
   */
  asks: boolean;
  proposed: boolean;
  /** Severity of the worst harm; 0 for none. */
  severity: number;
  rank: ColumnType<number, never, never>;
  class: string;
  /** Words with a blank on either side. */
  outcomes: string;
  dimensions: string;
  /** Outcome and rule of each verdict, one on each line. */
  rules: string;
  words: string;
  from_time: TimeColumn;
  to_time: TimeColumn;
  first_seen: TimeColumn;
  last_seen: TimeColumn;
  digest: string;
  card: JsonColumn<unknown>;
  detail: JsonColumn<unknown>;
}

export interface ShownDayTable extends OfStack {
  day: string;
  drifts: number;
  intents: number;
}

export interface ShownStackTable extends OfStack {
  policy: string | null;
  approvers: JsonColumn<unknown> | null;
  windows: JsonColumn<unknown>;
}

export interface ShownVersionTable extends OfStack {
  /** Drivers return large numbers as text. */
  version: ColumnType<string | number, number, number>;
}
