import type { CollectedTable, CursorTable, SpanTable } from './tables/collected.ts';
import type { DocumentColumns, OfStack } from './tables/column.ts';
import type {
  ClosedTable,
  OpenTable,
  QuestionTable,
  RememberedTable,
  SeenStateTable,
  UnexplainedTable,
} from './tables/open.ts';
import type {
  CheckpointTable,
  ReceiptInputTable,
  ReceiptKeyTable,
  ReceiptLogTable,
  ReceiptTable,
} from './tables/receipt.ts';
import type {
  DecisionTable,
  DriftTable,
  IntentTable,
  LedgerTable,
  PlannedTable,
  RunTable,
  TransitionTable,
} from './tables/run.ts';
import type {
  AddedStackTable,
  AnswerTable,
  DeliveryKeyTable,
  DeliveryTable,
  OutboxTable,
  PostedTable,
  ProposalTable,
  RateTable,
  StateTable,
} from './tables/service.ts';
import type {
  ShownDayTable,
  ShownIntentTable,
  ShownStackTable,
  ShownVersionTable,
} from './tables/shown.ts';

/** The tables; every row belongs to a tenant, and most to a stack of it. */
export interface Tables {
  readonly runs: RunTable;
  readonly intents: IntentTable;
  readonly intent_transitions: TransitionTable;
  readonly drifts: DriftTable;
  readonly decisions: DecisionTable;
  readonly ledger_entries: LedgerTable;
  readonly declared_intents: DocumentColumns & OfStack;
  readonly feedback: DocumentColumns & OfStack;
  readonly knowledge: DocumentColumns;
  readonly collected_records: CollectedTable;
  readonly collect_cursors: CursorTable;
  readonly unexplained: UnexplainedTable;
  readonly planned_proposals: PlannedTable;
  readonly proposals: ProposalTable;
  readonly answers: AnswerTable;
  readonly deliveries: DeliveryTable;
  readonly delivery_keys: DeliveryKeyTable;
  readonly incidents: DocumentColumns;
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
  readonly shown_versions: ShownVersionTable;
}
