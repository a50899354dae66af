import { ok } from '../../../src/model/result.ts';
import type { WithReceipts } from '../../../src/ports/receipt/with-receipts.ts';

/** For tests without receipts. */
export const noReceipts: WithReceipts = async () => ok(undefined);
