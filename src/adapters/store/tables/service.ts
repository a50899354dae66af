import type { ColumnType } from 'kysely';
import type { ProposalState } from '../../../ports/forge/proposals.ts';
import type { JsonColumn, OfStack, TimeColumn } from './column.ts';

interface StateTable {
  tenant: string;
  key: string;
  value: JsonColumn<unknown>;
  until: TimeColumn;
}

/** What the service remembers. */
export interface ServiceTables {
  readonly rates: {
    key: string;
    full_at: number;
  };
  readonly added_stacks: {
    tenant: string;
    name: string;
    body: JsonColumn<unknown>;
    added_at: TimeColumn;
    added_by: string;
  };
  readonly proposals: OfStack & {
    forge: string;
    number: number;
    intent: string;
    state: ProposalState;
    run: string;
    opened_at: TimeColumn;
    updated_at: TimeColumn;
    body: JsonColumn<unknown>;
  };
  readonly answers: OfStack & {
    id: string;
    intent: string;
    time: TimeColumn;
    body: JsonColumn<unknown>;
  };
  readonly deliveries: {
    tenant: string;
    forge: string;
    id: string;
    received_at: TimeColumn;
    event: JsonColumn<unknown>;
  };
  readonly delivery_keys: {
    tenant: string;
    key: string;
    received_at: TimeColumn;
  };
  readonly posted_messages: {
    tenant: string;
    key: string;
    channel: string;
    ts: string;
    posted_at: ColumnType<Date, never, never>;
  };
  readonly outbox: {
    tenant: string;
    /** Drivers return large numbers as text. */
    seq: ColumnType<string | number, never, never>;
    queue: string;
    job: JsonColumn<unknown>;
  };
  readonly leases: StateTable;
  readonly claims: StateTable;
  readonly last_sent: StateTable;
  readonly last_seen: StateTable;
}
