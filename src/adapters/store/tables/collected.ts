import type { JsonColumn, TimeColumn } from './column.ts';

/** Audit records, and what runs used of them. */
export interface CollectedTables {
  readonly collected_records: {
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
  };
  readonly collect_cursors: {
    tenant: string;
    source: string;
    stream: string;
    cursor: JsonColumn<unknown>;
    updated_at: TimeColumn;
  };
  readonly used_spans: {
    tenant: string;
    from_time: TimeColumn;
    to_time: TimeColumn;
  };
}
