import type { ColumnType, Generated } from 'kysely';
import type { IntentState, LifecycleEvent } from '../../../model/lifecycle.ts';
import type { JsonColumn, OfStack, TimeColumn } from './column.ts';

export interface RunTable extends OfStack {
  id: string;
  command: string;
  started_at: TimeColumn;
  report: JsonColumn<unknown>;
  record: JsonColumn<unknown> | null;
  /** Null for runs that are not of the service. */
  revision: string | null;
  findings: string | null;
  drift_count: number;
  intent_count: number;
  /** Later runs with the same result that were dropped, and when the last of them began. */
  unchanged_scans: Generated<number>;
  unchanged_until: ColumnType<Date | null, string | null | undefined, string | null>;
}

export interface IntentTable extends OfStack {
  id: string;
  state: IntentState;
  body: JsonColumn<unknown>;
  fields: JsonColumn<unknown>;
  first_seen: TimeColumn;
  last_seen: TimeColumn;
}

export interface TransitionTable extends OfStack {
  seq: Generated<number>;
  intent: string;
  run: string;
  from_state: IntentState;
  to_state: IntentState;
  event: LifecycleEvent;
  because: string;
  time: TimeColumn;
}

export interface DriftTable extends OfStack {
  run: string;
  id: string;
  address: string;
  body: JsonColumn<unknown>;
}

export interface DecisionTable extends OfStack {
  run: string;
  intent: string;
  drift: string;
  address: string;
  outcome: string;
  rule: string;
  body: JsonColumn<unknown>;
}

export interface LedgerTable extends OfStack {
  id: string;
  address: string;
  kind: string;
  manager: string;
  time: TimeColumn;
  body: JsonColumn<unknown>;
}

export interface PlannedTable extends OfStack {
  run: string;
  position: number;
  body: JsonColumn<unknown>;
}
