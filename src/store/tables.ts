import type { ColumnType, Generated } from 'kysely';
import type { IntentState, LifecycleEvent } from '../model/lifecycle.ts';

/** ISO text goes in, a date comes out. */
type Time = ColumnType<Date, string, string>;
/** JSON text goes in, its value comes out. `json`, not `jsonb`: it stands every text in a log. */
type Body<T> = ColumnType<T, string, string>;

/** The tables; every row belongs to a tenant. */
export interface Tables {
  readonly runs: RunTable;
  readonly intents: IntentTable;
  readonly intent_transitions: TransitionTable;
  readonly drifts: DriftTable;
  readonly decisions: DecisionTable;
  readonly ledger_entries: LedgerTable;
  readonly declared_intents: DocumentTable;
  readonly feedback: DocumentTable;
  readonly knowledge: DocumentTable;
  readonly collected_records: CollectedTable;
  readonly collect_cursors: CursorTable;
  readonly unexplained: UnexplainedTable;
}

interface RunTable {
  tenant: string;
  id: string;
  command: string;
  started_at: Time;
  report: Body<unknown>;
  record: Body<unknown> | null;
}

interface IntentTable {
  tenant: string;
  id: string;
  state: IntentState;
  body: Body<unknown>;
  fields: Body<unknown>;
  first_seen: Time;
  last_seen: Time;
}

interface TransitionTable {
  tenant: string;
  seq: Generated<number>;
  intent: string;
  run: string;
  from_state: IntentState;
  to_state: IntentState;
  event: LifecycleEvent;
  because: string;
  time: Time;
}

interface DriftTable {
  tenant: string;
  run: string;
  id: string;
  address: string;
  body: Body<unknown>;
}

interface DecisionTable {
  tenant: string;
  run: string;
  intent: string;
  drift: string;
  address: string;
  outcome: string;
  rule: string;
  body: Body<unknown>;
}

interface LedgerTable {
  tenant: string;
  id: string;
  address: string;
  kind: string;
  manager: string;
  time: Time;
  body: Body<unknown>;
}

interface DocumentTable {
  tenant: string;
  id: string;
  time: Time;
  body: Body<unknown>;
}

interface CollectedTable {
  tenant: string;
  source: string;
  id: string;
  cloud: string;
  stream: string;
  event_time: Time;
  ingested_at: Time;
  collected_at: Time;
  digest: string;
  raw: string;
}

interface CursorTable {
  tenant: string;
  source: string;
  stream: string;
  cursor: Body<unknown>;
  updated_at: Time;
}

interface UnexplainedTable {
  tenant: string;
  id: string;
  address: string;
  first_seen: Time;
}
