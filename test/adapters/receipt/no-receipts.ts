import { ok } from '../../../src/model/result.ts';
import type { WithReceipts } from '../../../src/ports/receipt/with-receipts.ts';

/** Where nobody signs any. */
export const noReceipts: WithReceipts = async () => ok(undefined);
