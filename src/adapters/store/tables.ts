import type { ColumnType, Generated } from 'kysely';
import type { IntentState, LifecycleEvent } from '../../model/lifecycle.ts';
import type { ProposalState } from '../../ports/forge/proposals.ts';

/** ISO text goes in, a date comes out. */
type Time = ColumnType<Date, string, string>;
/** JSON text goes in, its value comes out. `json`, not `jsonb`: it stands every text in a log. */
type Body<T> = ColumnType<T, string, string>;

/** The tables; every row belongs to a tenant, and most to a stack of it. */
export interface Tables {
  readonly runs: RunTable;
  readonly intents: IntentTable;
  readonly intent_transitions: TransitionTable;
  readonly drifts: DriftTable;
  readonly decisions: DecisionTable;
  readonly ledger_entries: LedgerTable;
  readonly declared_intents: DocumentTable & OfStack;
  readonly feedback: DocumentTable & OfStack;
  readonly knowledge: DocumentTable;
  readonly collected_records: CollectedTable;
  readonly collect_cursors: CursorTable;
  readonly unexplained: UnexplainedTable;
  readonly planned_proposals: PlannedTable;
  readonly proposals: ProposalTable;
  readonly answers: AnswerTable;
  readonly deliveries: DeliveryTable;
  readonly delivery_keys: DeliveryKeyTable;
  readonly incidents: DocumentTable;
  readonly posted_messages: PostedTable;
  readonly outbox: OutboxTable;
  readonly leases: StateTable;
  readonly claims: StateTable;
  readonly last_sent: StateTable;
  readonly last_seen: StateTable;
  readonly used_spans: SpanTable;
  readonly remembered_events: RememberedTable;
  readonly open_drifts: OpenTable;
  readonly seen_states: SeenStateTable;
  readonly closed_drifts: ClosedTable;
  readonly open_questions: QuestionTable;
  readonly added_stacks: AddedStackTable;
  readonly rates: RateTable;
  readonly receipt_logs: ReceiptLogTable;
  readonly receipts: ReceiptTable;
  readonly receipt_checkpoints: CheckpointTable;
  readonly receipt_inputs: ReceiptInputTable;
  readonly receipt_keys: ReceiptKeyTable;
  readonly shown_intents: ShownIntentTable;
  readonly shown_days: ShownDayTable;
  readonly shown_stacks: ShownStackTable;
}

interface RateTable {
  key: string;
  full_at: number;
}

interface AddedStackTable {
  tenant: string;
  name: string;
  body: Body<unknown>;
  added_at: Time;
  added_by: string;
}

interface ReceiptLogTable {
  tenant: string;
  origin: string;
  size: number;
  key: Body<unknown>;
}

interface ReceiptTable {
  tenant: string;
  /** 0-based. */
  position: number;
  id: string;
  leaf: string;
  /** Null once it was dropped by its age. */
  envelope: Body<unknown> | null;
}

interface CheckpointTable {
  tenant: string;
  size: number;
  /** Keys that were replaced by then. */
  turn: number;
  note: string;
}

/** Keys that were replaced; the one that signs now is that of the log. */
interface ReceiptKeyTable {
  tenant: string;
  /** 0-based. */
  turn: number;
  key: Body<unknown>;
}

interface ReceiptInputTable {
  tenant: string;
  digest: string;
  body: string;
}

interface OfStack {
  tenant: string;
  stack: string;
}

/** Intents of the latest runs, and of earlier ones as they were last seen. */
interface ShownIntentTable extends OfStack {
  id: string;
  run: string;
  open: boolean;
  /** Something is to be decided by a person; or an open proposal is about it. */
  asks: boolean;
  proposed: boolean;
  /** Of the worst harm; 0 for none. */
  severity: number;
  rank: ColumnType<number, never, never>;
  class: string;
  /** Words with a blank on either side. */
  outcomes: string;
  dimensions: string;
  /** Outcome and rule of each verdict, a line each. */
  rules: string;
  words: string;
  from_time: Time;
  to_time: Time;
  first_seen: Time;
  last_seen: Time;
  digest: string;
  card: Body<unknown>;
  detail: Body<unknown>;
}

interface ShownDayTable extends OfStack {
  day: string;
  drifts: number;
  intents: number;
}

interface ShownStackTable extends OfStack {
  policy: string | null;
  windows: Body<unknown>;
}

interface RunTable extends OfStack {
  id: string;
  command: string;
  started_at: Time;
  report: Body<unknown>;
  record: Body<unknown> | null;
  /** Of runs of the service. */
  revision: string | null;
  findings: string | null;
  drift_count: number;
  intent_count: number;
  /** Later runs that found the same and are dropped, and when the last of them began. */
  unchanged_scans: Generated<number>;
  unchanged_until: ColumnType<Date | null, string | null | undefined, string | null>;
}

interface IntentTable extends OfStack {
  id: string;
  state: IntentState;
  body: Body<unknown>;
  fields: Body<unknown>;
  first_seen: Time;
  last_seen: Time;
}

interface TransitionTable extends OfStack {
  seq: Generated<number>;
  intent: string;
  run: string;
  from_state: IntentState;
  to_state: IntentState;
  event: LifecycleEvent;
  because: string;
  time: Time;
}

interface DriftTable extends OfStack {
  run: string;
  id: string;
  address: string;
  body: Body<unknown>;
}

interface DecisionTable extends OfStack {
  run: string;
  intent: string;
  drift: string;
  address: string;
  outcome: string;
  rule: string;
  body: Body<unknown>;
}

interface LedgerTable extends OfStack {
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
  /** Null once it was dropped since no run used it. */
  raw: string | null;
}

interface CursorTable {
  tenant: string;
  source: string;
  stream: string;
  cursor: Body<unknown>;
  updated_at: Time;
}

interface UnexplainedTable extends OfStack {
  id: string;
  address: string;
  first_seen: Time;
}

interface RememberedTable extends OfStack {
  id: string;
  time: Time;
  body: Body<unknown>;
}

interface OpenTable extends OfStack {
  /** Of the place, not of the drift: what is live may change. */
  id: string;
  address: string;
  first_seen: Time;
  body: Body<unknown>;
  /** Of the last decision; null where there is none. */
  outcome: string | null;
}

interface QuestionTable extends OfStack {
  id: string;
  address: string;
  first_seen: Time;
  body: Body<unknown>;
}

interface ClosedTable extends OfStack {
  run: string;
  /** Of the place. */
  id: string;
  address: string;
  closed_at: Time;
  body: Body<unknown>;
}

interface SeenStateTable extends OfStack {
  body: Body<unknown>;
}

interface PlannedTable extends OfStack {
  run: string;
  position: number;
  body: Body<unknown>;
}

interface ProposalTable extends OfStack {
  forge: string;
  number: number;
  intent: string;
  state: ProposalState;
  run: string;
  opened_at: Time;
  updated_at: Time;
  body: Body<unknown>;
}

interface AnswerTable extends OfStack {
  id: string;
  intent: string;
  time: Time;
  body: Body<unknown>;
}

interface DeliveryTable {
  tenant: string;
  forge: string;
  id: string;
  received_at: Time;
  event: Body<unknown>;
}

interface DeliveryKeyTable {
  tenant: string;
  key: string;
  received_at: Time;
}

interface PostedTable {
  tenant: string;
  key: string;
  channel: string;
  ts: string;
  posted_at: ColumnType<Date, never, never>;
}

interface OutboxTable {
  tenant: string;
  /** Drivers give large numbers as text. */
  seq: ColumnType<string | number, never, never>;
  queue: string;
  job: Body<unknown>;
}

interface SpanTable {
  tenant: string;
  from_time: Time;
  to_time: Time;
}

interface StateTable {
  tenant: string;
  key: string;
  value: Body<unknown>;
  until: Time;
}
