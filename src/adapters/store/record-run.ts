import type { Kysely } from 'kysely';
import type { RunRecord, StoredRun } from '../../ports/store/run-store.ts';
import type { StackKey } from '../../ports/store/stack-key.ts';
import { insertClosed } from './closed-rows.ts';
import { recordIntents } from './intent-rows.ts';
import { appendDeclarations, appendLedgerRows, knownAddresses } from './ledger-rows.ts';
import { keepMemoryRows } from './memory-rows.ts';
import { insertFindings, insertRunRow, type RunOrigin } from './run-rows.ts';
import { lockStack } from './scope.ts';
import { storedRun } from './stored-run.ts';
import type { Tables } from './tables.ts';
import { keepSpans, usedSpans } from './used-spans.ts';

export interface StoredResult {
  readonly run: StoredRun;
  /** False if the same run was already there; nothing was written then. */
  readonly isNew: boolean;
}

/** Writes a run and everything that it found, within the caller's transaction. */
export async function storeRun(
  trx: Kysely<Tables>,
  key: StackKey,
  record: RunRecord,
  origin?: RunOrigin,
): Promise<StoredResult> {
  await lockStack(trx, key);
  const run = storedRun(record);
  const isNew = await insertRunRow(trx, key, run, origin);
  if (!isNew) return { run, isNew };
  await insertFindings(trx, key, run);
  await insertClosed(trx, key, run);
  await keepSpans(trx, key.tenant, usedSpans(run.report));
  await recordIntents(trx, key, run, record);
  if (record.memory !== undefined) await keepMemoryRows(trx, key, record.memory);
  const { entries, declarations } = record.ledger;
  const addresses = declarations.map(({ now }) => now.address);
  const known = await knownAddresses(trx, key, addresses);
  await appendLedgerRows(trx, key, entries);
  await appendDeclarations(trx, key, declarations, (address) => !known.has(address));
  return { run, isNew };
}
