import type { Result } from '../../model/result.ts';
import type { ReceiptLog } from './receipt-log.ts';

/** Works on a tenant's log of receipts. Without a signer it does nothing and returns undefined. */
export type WithReceipts = <T>(
  tenant: string,
  work: (log: ReceiptLog) => Promise<Result<T>>,
) => Promise<Result<T | undefined>>;
