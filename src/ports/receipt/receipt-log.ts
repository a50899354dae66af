import type { LoggedReceipt, LogKey, Sha256 } from '../../model/receipt.ts';
import type { Result } from '../../model/result.ts';
import type { Bundle } from '../../stages/receipt/bundle.ts';
import type { Draft } from '../../stages/receipt/statement.ts';

/** A log of receipts, to which things are added. Every leaf of it stays. */
export interface ReceiptLog {
  /**
   * Makes a receipt of each draft that has none yet, all of them or none, with a checkpoint behind
   * them. `texts` are what they rest on, by SHA-256; `time` is ISO 8601 UTC.
   */
  append(
    drafts: readonly Draft[],
    texts: ReadonlyMap<Sha256, string>,
    time: string,
  ): Promise<Result<Appended>>;
  /** Fails where nobody would sign what is added: to find that out before something is done. */
  ready(): Promise<Result<undefined>>;
  /** Which of these there are: to find out what is new before anything is made of it. */
  has(ids: readonly Sha256[]): Promise<ReadonlySet<Sha256>>;
  /** By index. */
  receipts(): Promise<readonly LoggedReceipt[]>;
  /** By index: those from a place on, at most so many. */
  page(from: number, limit: number): Promise<readonly LoggedReceipt[]>;
  find(id: Sha256): Promise<LoggedReceipt | undefined>;
  /** The hashes of all leaves, in their order. */
  leaves(): Promise<readonly Sha256[]>;
  keys(): Promise<readonly LogKey[]>;
  /** The newest checkpoint, as a signed note; undefined while nothing is logged. */
  checkpoint(): Promise<string | undefined>;
  /** Every head that was signed, with the size that it is kept under, in their order. */
  checkpoints(): Promise<readonly { readonly size: number; readonly note: string }[]>;
  /**
   * For each group of receipts the oldest checkpoint that speaks of all of them: the same
   * until it is dropped by its age. Undefined where there is none.
   */
  covering(groups: readonly (readonly Sha256[])[]): Promise<readonly (string | undefined)[]>;
  /** What receipts rest on, by its SHA-256; undefined where it was not kept. */
  input(digest: Sha256): Promise<string | undefined>;
  /**
   * Drops receipts from before a time (ISO 8601 UTC), what none of the others rests on, and the
   * checkpoints that only they had; how many receipts. Their leaves stay, so that what is left and
   * what comes is proved as before, and none of them is made again.
   */
  drop(before: string): Promise<number>;
  /** These receipts with proofs, keys, the newest checkpoint and all that they rest on. */
  bundle(receipts: readonly LoggedReceipt[]): Promise<Result<Bundle>>;
}

/** What became of drafts. */
export interface Appended {
  readonly made: readonly Sha256[];
  /** The oldest checkpoint that speaks of all of the drafts, those of earlier runs included. */
  readonly checkpoint: string;
}
