import type { JsonColumn } from './column.ts';

export interface ReceiptLogTable {
  tenant: string;
  origin: string;
  size: number;
  key: JsonColumn<unknown>;
}

export interface ReceiptTable {
  tenant: string;
  /** 0-based. */
  position: number;
  id: string;
  leaf: string;
  /** Null once it was dropped because of its age. */
  envelope: JsonColumn<unknown> | null;
}

export interface CheckpointTable {
  tenant: string;
  size: number;
  /** Number of keys that were replaced by then. */
  turn: number;
  note: string;
}

/** Keys that were replaced; the one that signs now is in the row of the log. */
export interface ReceiptKeyTable {
  tenant: string;
  /** 0-based. */
  turn: number;
  key: JsonColumn<unknown>;
}

export interface ReceiptInputTable {
  tenant: string;
  digest: string;
  body: string;
}
