import type { ColumnType } from 'kysely';
import type { ProposalState } from '../../../ports/forge/proposals.ts';
import type { JsonColumn, OfStack, TimeColumn } from './column.ts';

export interface RateTable {
  key: string;
  full_at: number;
}

export interface AddedStackTable {
  tenant: string;
  name: string;
  body: JsonColumn<unknown>;
  added_at: TimeColumn;
  added_by: string;
}

export interface ProposalTable extends OfStack {
  forge: string;
  number: number;
  intent: string;
  state: ProposalState;
  run: string;
  opened_at: TimeColumn;
  updated_at: TimeColumn;
  body: JsonColumn<unknown>;
}

export interface AnswerTable extends OfStack {
  id: string;
  intent: string;
  time: TimeColumn;
  body: JsonColumn<unknown>;
}

export interface DeliveryTable {
  tenant: string;
  forge: string;
  id: string;
  received_at: TimeColumn;
  event: JsonColumn<unknown>;
}

export interface DeliveryKeyTable {
  tenant: string;
  key: string;
  received_at: TimeColumn;
}

export interface PostedTable {
  tenant: string;
  key: string;
  channel: string;
  ts: string;
  posted_at: ColumnType<Date, never, never>;
}

export interface OutboxTable {
  tenant: string;
  /** Drivers return large numbers as text. */
  seq: ColumnType<string | number, never, never>;
  queue: string;
  job: JsonColumn<unknown>;
}

export interface StateTable {
  tenant: string;
  key: string;
  value: JsonColumn<unknown>;
  until: TimeColumn;
}
