import type { Kysely } from 'kysely';
import type { Store } from '../../ports/store/run-store.ts';
import type { StackKey } from '../../ports/store/stack-key.ts';
import { createCollectedLog } from './collected-rows.ts';
import { type Documents, putDocuments, readDocuments } from './document-rows.ts';
import { readIntents, readTransitions, stepIntent } from './intent-rows.ts';
import { appendEntries, readEntries } from './ledger-rows.ts';
import { readMemory } from './memory-rows.ts';
import { recordRun } from './record-run.ts';
import { readRun, readRunRow, readRuns } from './run-rows.ts';
import { lockStack, stackColumns } from './scope.ts';
import { insertAnswer, readAnswers } from './service/answer-rows.ts';
import type { Tables } from './tables.ts';
import { keepUnexplained, readUnexplained } from './unexplained-rows.ts';

/** The store of a stack, on tables that are up to date. `close` lets go of what it is on. */
export function createStore(db: Kysely<Tables>, of: StackKey, close: () => Promise<void>): Store {
  const key = stackColumns(of);
  const { tenant } = key;
  const declared: Documents = { table: 'declared_intents', of: key };
  const feedback: Documents = { table: 'feedback', of: key };
  const knowledge: Documents = { table: 'knowledge', of: { tenant } };
  const write = <T>(body: (trx: Kysely<Tables>) => Promise<T>): Promise<T> =>
    db.transaction().execute(body);
  return {
    recordRun: (record) => write(async (trx) => (await recordRun(trx, key, record)).run),
    memory: () => readMemory(db, key),
    runs: (since) => readRuns(db, key, since),
    async latestRun() {
      const row = await readRunRow(db, key);
      return row === undefined ? undefined : readRun(row);
    },
    answers: () => readAnswers(db, key),
    keepAnswer: (answer) => write((trx) => insertAnswer(trx, key, answer)),
    ledger: (address) => readEntries(db, key, address),
    appendLedger: (entries) => write((trx) => appendEntries(trx, key, entries)),
    async addresses() {
      const rows = await db
        .selectFrom('ledger_entries')
        .select('address')
        .distinct()
        .where((eb) => eb.and(key))
        .execute();
      return rows.map(({ address }) => address).sort();
    },
    intents: () => readIntents(db, key),
    stepIntent: (intent, step, origin) =>
      write(async (trx) => {
        await lockStack(trx, key);
        return stepIntent(trx, key, intent, step, origin);
      }),
    transitions: (intent) => readTransitions(db, key, intent),
    declareIntent: (document) => write((trx) => putDocuments(trx, declared, [document], 'replace')),
    declaredIntents: () => readDocuments(db, declared),
    appendFeedback: (documents) => write((trx) => putDocuments(trx, feedback, documents, 'keep')),
    feedback: () => readDocuments(db, feedback),
    putKnowledge: (document) => write((trx) => putDocuments(trx, knowledge, [document], 'replace')),
    knowledge: () => readDocuments(db, knowledge),
    async removeKnowledge(id) {
      await db.deleteFrom('knowledge').where('tenant', '=', tenant).where('id', '=', id).execute();
    },
    collected: createCollectedLog(db, tenant),
    unexplained: () => readUnexplained(db, key),
    keepUnexplained: (found) => write((trx) => keepUnexplained(trx, key, found)),
    close,
  };
}
