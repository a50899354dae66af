import type { Envelope, LoggedReceipt, LogKey, Sha256 } from '../../model/receipt.ts';

/** The log of receipts of a tenant, as rows: nothing of it is looked at or signed here. */
export interface ReceiptRows {
  /** Undefined while there is none. */
  head(): Promise<ReceiptLogHead | undefined>;
  has(ids: readonly Sha256[]): Promise<ReadonlySet<Sha256>>;
  /** The hashes of all leaves, in their order. */
  leaves(): Promise<readonly Sha256[]>;
  /** Places of these in the log, 0-based. */
  places(ids: readonly Sha256[]): Promise<ReadonlyMap<Sha256, number>>;
  /** By index: those from a place on, at most so many. */
  receipts(from: number, limit: number): Promise<readonly LoggedReceipt[]>;
  find(id: Sha256): Promise<LoggedReceipt | undefined>;
  /** The newest signed note. */
  checkpoint(): Promise<string | undefined>;
  /** Those that were replaced, the oldest first, and the one that signs now. */
  keys(): Promise<readonly LogKey[]>;
  /** Signed notes with the sizes that they speak of, smallest first. */
  checkpoints(): Promise<readonly { readonly size: number; readonly note: string }[]>;
  input(digest: Sha256): Promise<string | undefined>;
  /** Drops receipts at lower places, with what only they rest on; their leaves and places stay. */
  drop(below: number): Promise<void>;
  /**
   * All of it in one transaction; false, and nothing, where the log is not of that size any more, or
   * another key signs it by now.
   */
  add(size: number, addition: ReceiptAddition): Promise<boolean>;
  /** The same. */
  rotate(size: number, rotation: KeyRotation): Promise<boolean>;
}

export interface ReceiptLogHead {
  /** Names the log. */
  readonly origin: string;
  readonly size: number;
  readonly key: LogKey;
}

/** Another key goes on from where the log is. */
export interface KeyRotation {
  /** As it is from now on: with its end, and the word of the next one. */
  readonly replaced: LogKey;
  readonly key: LogKey;
  /** The head of the log once more, signed by the next one. */
  readonly checkpoint: string;
}

/** What is added at once. */
export interface ReceiptAddition {
  readonly origin: string;
  readonly key: LogKey;
  readonly receipts: readonly {
    readonly id: Sha256;
    readonly leaf: Sha256;
    readonly envelope: Envelope;
  }[];
  /** Signed note behind them. */
  readonly checkpoint: string;
  /** What they rest on, by SHA-256. */
  readonly inputs: ReadonlyMap<Sha256, string>;
}
