import type { ColumnType, Generated } from 'kysely';
import type { IntentState, LifecycleEvent } from '../../../model/lifecycle.ts';
import type { JsonColumn, OfStack, TimeColumn } from './column.ts';

/** Runs, and what they found. */
export interface RunTables {
  readonly runs: OfStack & {
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
  };
  readonly intents: OfStack & {
    id: string;
    state: IntentState;
    body: JsonColumn<unknown>;
    fields: JsonColumn<unknown>;
    first_seen: TimeColumn;
    last_seen: TimeColumn;
  };
  readonly intent_transitions: OfStack & {
    seq: Generated<number>;
    intent: string;
    run: string;
    from_state: IntentState;
    to_state: IntentState;
    event: LifecycleEvent;
    because: string;
    time: TimeColumn;
  };
  readonly drifts: OfStack & {
    run: string;
    id: string;
    address: string;
    body: JsonColumn<unknown>;
  };
  readonly decisions: OfStack & {
    run: string;
    intent: string;
    drift: string;
    address: string;
    outcome: string;
    rule: string;
    body: JsonColumn<unknown>;
  };
  readonly ledger_entries: OfStack & {
    id: string;
    address: string;
    kind: string;
    manager: string;
    time: TimeColumn;
    body: JsonColumn<unknown>;
  };
  readonly planned_proposals: OfStack & {
    run: string;
    position: number;
    body: JsonColumn<unknown>;
  };
}
