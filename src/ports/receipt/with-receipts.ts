import type { Result } from '../../model/result.ts';
import type { ReceiptLog } from './receipt-log.ts';

/**
 * Works on the log of receipts of a tenant. Undefined, and nothing is done, where nobody signs any.
 */
export type WithReceipts = <T>(
  tenant: string,
  work: (log: ReceiptLog) => Promise<Result<T>>,
) => Promise<Result<T | undefined>>;
