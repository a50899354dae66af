import type { JsonColumn, OfStack, TimeColumn } from './column.ts';

export interface UnexplainedTable extends OfStack {
  id: string;
  address: string;
  first_seen: TimeColumn;
}

export interface RememberedTable extends OfStack {
  id: string;
  time: TimeColumn;
  body: JsonColumn<unknown>;
}

export interface OpenTable extends OfStack {
  /** Of the place, not of the drift: the live value may change. */
  id: string;
  address: string;
  first_seen: TimeColumn;
  body: JsonColumn<unknown>;
  /** Of the last decision; null if there is none. */
  outcome: string | null;
}

export interface QuestionTable extends OfStack {
  id: string;
  address: string;
  first_seen: TimeColumn;
  body: JsonColumn<unknown>;
}

export interface ClosedTable extends OfStack {
  run: string;
  /** Of the place. */
  id: string;
  address: string;
  closed_at: TimeColumn;
  body: JsonColumn<unknown>;
}

export interface SeenStateTable extends OfStack {
  body: JsonColumn<unknown>;
}
