import type { Kysely } from 'kysely';
import type { Store } from '../../ports/store/run-store.ts';
import type { StackKey } from '../../ports/store/stack-key.ts';
import { createCollectedRows } from './collected-rows.ts';
import { type DocumentRowTable, putDocumentRows, readDocumentRows } from './document-rows.ts';
import { readIntentRows, readTransitionRows, stepIntent } from './intent-rows.ts';
import { appendLedgerRows, readLedgerRows } from './ledger-rows.ts';
import { readMemoryRows } from './memory-rows.ts';
import { storeRun } from './record-run.ts';
import { readRun, readRunRow, readRunRows } from './run-rows.ts';
import { lockStack, stackColumns } from './scope.ts';
import { insertAnswer, readAnswerRows } from './service/answer-rows.ts';
import type { Tables } from './tables.ts';
import { keepUnexplainedRows, readUnexplainedRows } from './unexplained-rows.ts';

/** The store of a stack, on tables that are up to date. `close` releases what it uses. */
export function createStore(db: Kysely<Tables>, of: StackKey, close: () => Promise<void>): Store {
  const key = stackColumns(of);
  const { tenant } = key;
  const declared: DocumentRowTable = { table: 'declared_intents', of: key };
  const feedback: DocumentRowTable = { table: 'feedback', of: key };
  const knowledge: DocumentRowTable = { table: 'knowledge', of: { tenant } };
  const write = <T>(body: (trx: Kysely<Tables>) => Promise<T>): Promise<T> =>
    db.transaction().execute(body);
  return {
    recordRun: (record) => write(async (trx) => (await storeRun(trx, key, record)).run),
    memory: () => readMemoryRows(db, key),
    runs: (since) => readRunRows(db, key, since),
    async latestRun() {
      const row = await readRunRow(db, key);
      return row === undefined ? undefined : readRun(row);
    },
    answers: () => readAnswerRows(db, key),
    keepAnswer: (answer) => write((trx) => insertAnswer(trx, key, answer)),
    ledger: (address) => readLedgerRows(db, key, address),
    appendLedger: (entries) => write((trx) => appendLedgerRows(trx, key, entries)),
    async addresses() {
      const rows = await db
        .selectFrom('ledger_entries')
        .select('address')
        .distinct()
        .where((eb) => eb.and(key))
        .execute();
      return rows.map(({ address }) => address).sort();
    },
    intents: () => readIntentRows(db, key),
    stepIntent: (intent, step, origin) =>
      write(async (trx) => {
        await lockStack(trx, key);
        return stepIntent(trx, key, intent, step, origin);
      }),
    transitions: (intent) => readTransitionRows(db, key, intent),
    declareIntent: (document) =>
      write((trx) => putDocumentRows(trx, declared, [document], 'replace')),
    declaredIntents: () => readDocumentRows(db, declared),
    appendFeedback: (documents) =>
      write((trx) => putDocumentRows(trx, feedback, documents, 'keep')),
    feedback: () => readDocumentRows(db, feedback),
    putKnowledge: (document) =>
      write((trx) => putDocumentRows(trx, knowledge, [document], 'replace')),
    knowledge: () => readDocumentRows(db, knowledge),
    async removeKnowledge(id) {
      await db.deleteFrom('knowledge').where('tenant', '=', tenant).where('id', '=', id).execute();
    },
    collected: createCollectedRows(db, tenant),
    unexplained: () => readUnexplainedRows(db, key),
    keepUnexplained: (found) => write((trx) => keepUnexplainedRows(trx, key, found)),
    close,
  };
}
