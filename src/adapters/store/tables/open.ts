import type { JsonColumn, OfStack, TimeColumn } from './column.ts';

/** What is open between runs. */
export interface OpenTables {
  readonly unexplained: OfStack & {
    id: string;
    address: string;
    first_seen: TimeColumn;
  };
  readonly remembered_events: OfStack & {
    id: string;
    time: TimeColumn;
    body: JsonColumn<unknown>;
  };
  readonly open_drifts: OfStack & {
    /** Of the place, not of the drift: the live value may change. */
    id: string;
    address: string;
    first_seen: TimeColumn;
    body: JsonColumn<unknown>;
    /** Of the last decision; null if there is none. */
    outcome: string | null;
  };
  readonly open_questions: OfStack & {
    id: string;
    address: string;
    first_seen: TimeColumn;
    body: JsonColumn<unknown>;
  };
  readonly closed_drifts: OfStack & {
    run: string;
    /** Of the place. */
    id: string;
    address: string;
    closed_at: TimeColumn;
    body: JsonColumn<unknown>;
  };
  readonly seen_states: OfStack & {
    body: JsonColumn<unknown>;
  };
}
