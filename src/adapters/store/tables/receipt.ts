import type { JsonColumn } from './column.ts';

/** Logs of receipts. */
export interface ReceiptTables {
  readonly receipt_logs: {
    tenant: string;
    origin: string;
    size: number;
    key: JsonColumn<unknown>;
  };
  readonly receipts: {
    tenant: string;
    /** 0-based. */
    position: number;
    id: string;
    leaf: string;
    /** Null once it was dropped because of its age. */
    envelope: JsonColumn<unknown> | null;
  };
  readonly receipt_checkpoints: {
    tenant: string;
    size: number;
    /** Number of keys that were replaced by then. */
    turn: number;
    note: string;
  };
  /** Keys that were replaced; the one that signs now is in the row of the log. */
  readonly receipt_keys: {
    tenant: string;
    /** 0-based. */
    turn: number;
    key: JsonColumn<unknown>;
  };
  readonly receipt_inputs: {
    tenant: string;
    digest: string;
    body: string;
  };
}
