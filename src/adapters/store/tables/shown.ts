import type { ColumnType } from 'kysely';
import type { JsonColumn, OfStack, TimeColumn } from './column.ts';

/** What pages list. */
export interface ShownTables {
  /** Intents of the latest runs, and of earlier ones as they were last seen. */
  readonly shown_intents: OfStack & {
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
  };
  readonly shown_days: OfStack & {
    day: string;
    drifts: number;
    intents: number;
  };
  readonly shown_stacks: OfStack & {
    policy: string | null;
    approvers: JsonColumn<unknown> | null;
    windows: JsonColumn<unknown>;
  };
  readonly shown_versions: OfStack & {
    /** Drivers return large numbers as text. */
    version: ColumnType<string | number, number, number>;
  };
}
