import type { JsonColumn, TimeColumn } from './column.ts';

export interface CollectedTable {
  tenant: string;
  source: string;
  id: string;
  cloud: string;
  stream: string;
  event_time: TimeColumn;
  ingested_at: TimeColumn;
  collected_at: TimeColumn;
  digest: string;
  /** Null once it was dropped because no run used it. */
  raw: string | null;
}

export interface CursorTable {
  tenant: string;
  source: string;
  stream: string;
  cursor: JsonColumn<unknown>;
  updated_at: TimeColumn;
}

export interface SpanTable {
  tenant: string;
  from_time: TimeColumn;
  to_time: TimeColumn;
}
