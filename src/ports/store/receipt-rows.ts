import type { Envelope, LoggedReceipt, LogKey, Sha256 } from '../../model/receipt.ts';

/** A tenant's log of receipts as rows, which are neither interpreted nor signed here. */
export interface ReceiptRows {
  /** Undefined if there is none. */
  head(): Promise<ReceiptLogHead | undefined>;
  /** Which of these exist, so that only new ones need to be made. */
  has(ids: readonly Sha256[]): Promise<ReadonlySet<Sha256>>;
  /** The hashes of all leaves, in order. */
  leaves(): Promise<readonly Sha256[]>;
  /** The positions of these receipts in the log, 0-based. */
  places(ids: readonly Sha256[]): Promise<ReadonlyMap<Sha256, number>>;
  /** At most `limit` receipts from the given index on, sorted by index. */
  receipts(from: number, limit: number): Promise<readonly LoggedReceipt[]>;
  find(id: Sha256): Promise<LoggedReceipt | undefined>;
  /** The newest checkpoint, as a signed note; undefined if nothing is logged. */
  checkpoint(): Promise<string | undefined>;
  /** The replaced keys, oldest first, and the current one. */
  keys(): Promise<readonly LogKey[]>;
  /** All signed notes with the sizes that they cover, smallest first. */
  checkpoints(): Promise<readonly { readonly size: number; readonly note: string }[]>;
  /** A text that receipts are based on, by its SHA-256; undefined if it was not stored. */
  input(digest: Sha256): Promise<string | undefined>;
  /**
   * Drops receipts at lower positions, with the texts that only they are based on. Their leaves and
   * positions stay.
   */
  drop(below: number): Promise<void>;
  /**
   * Adds everything in one transaction. Returns false and adds nothing if the log no longer has
   * that size, or if another key signs it now.
   */
  add(size: number, addition: ReceiptAddition): Promise<boolean>;
  /** Replaces the key, under the same conditions. */
  rotate(size: number, rotation: KeyRotation): Promise<boolean>;
}

export interface ReceiptLogHead {
  /** The name of the log. */
  readonly origin: string;
  readonly size: number;
  readonly key: LogKey;
}

/** A new key continues the log at its current size. */
export interface KeyRotation {
  /** The old key with its end, and the statement of the new one. */
  readonly replaced: LogKey;
  readonly key: LogKey;
  /** The current head of the log, signed by the new key. */
  readonly checkpoint: string;
}

/** What is added in one transaction. */
export interface ReceiptAddition {
  readonly origin: string;
  readonly key: LogKey;
  readonly receipts: readonly {
    readonly id: Sha256;
    readonly leaf: Sha256;
    readonly envelope: Envelope;
  }[];
  /** The signed note that covers them. */
  readonly checkpoint: string;
  /** The texts that they are based on, by SHA-256. */
  readonly inputs: ReadonlyMap<Sha256, string>;
}
