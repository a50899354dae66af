import type { LoggedReceipt, Sha256 } from '../../model/receipt.ts';
import type { Result } from '../../model/result.ts';
import type { Bundle } from '../../stages/receipt/bundle.ts';
import type { Draft } from '../../stages/receipt/statement.ts';
import type { ReceiptRows } from '../store/receipt-rows.ts';

type Reading = 'has' | 'find' | 'leaves' | 'keys' | 'checkpoint' | 'checkpoints' | 'input';

/** An append-only log of receipts, whose leaves are never removed. */
export interface ReceiptLog extends Pick<ReceiptRows, Reading> {
  /**
   * Makes a receipt of each draft that has none yet, either for all of them or for none, and a
   * checkpoint that covers them. `texts` has the texts that they are based on, by SHA-256; `time`
   * is in ISO 8601 UTC.
   */
  append(
    drafts: readonly Draft[],
    texts: ReadonlyMap<Sha256, string>,
    time: string,
  ): Promise<Result<Appended>>;
  /** Fails if nothing can be signed, so that this is known before something is done. */
  ready(): Promise<Result<undefined>>;
  /** Sorted by index. */
  receipts(): Promise<readonly LoggedReceipt[]>;
  /** At most `limit` receipts from the given index on, sorted by index. */
  page(from: number, limit: number): Promise<readonly LoggedReceipt[]>;
  /**
   * For each group of receipts, the oldest checkpoint that covers all of them. It stays the same
   * until it is dropped because of its age. Undefined if there is none.
   */
  covering(groups: readonly (readonly Sha256[])[]): Promise<readonly (string | undefined)[]>;
  /**
   * Drops receipts from before a time (ISO 8601 UTC), texts that no other receipt is based on, and
   * checkpoints that cover only dropped ones. Returns the number of receipts. Their leaves stay, so
   * that the proofs of other receipts stay valid, and none of the dropped ones is made again.
   */
  drop(before: string): Promise<number>;
  /**
   * These receipts with proofs, keys, the newest checkpoint and all texts that they are based on.
   */
  bundle(receipts: readonly LoggedReceipt[]): Promise<Result<Bundle>>;
}

/** The result of appending drafts. */
export interface Appended {
  readonly made: readonly Sha256[];
  /**
   * The oldest checkpoint that covers all of the drafts, including those that already had receipts.
   */
  readonly checkpoint: string;
}
