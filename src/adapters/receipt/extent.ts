import { join } from 'node:path';
import type { LoggedReceipts } from '../../ports/store/reusable-run.ts';
import { readHead } from '../store/files/head.ts';
import { receiptsFolder } from './open.ts';

/** The extent of the log of receipts in the folder of a store; undefined if there is none. */
export async function receiptExtent(folder: string): Promise<LoggedReceipts | undefined> {
  const head = await readHead(join(folder, receiptsFolder));
  const leaves = head.ok ? head.value?.tables['leaves'] : undefined;
  return leaves && { file: leaves.file, bytes: leaves.bytes };
}
