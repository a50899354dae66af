import type { Kysely } from 'kysely';
import type { Store } from '../pipeline/store.ts';
import { createCollectedLog } from './collected-rows.ts';
import { putDocuments, readDocuments } from './document-rows.ts';
import { readIntents, readTransitions, recordIntents } from './intent-rows.ts';
import { appendDeclarations, appendEntries, knownAddresses, readEntries } from './ledger-rows.ts';
import { insertFindings, insertRun, readRuns, storedRun } from './run-rows.ts';
import type { Tables } from './tables.ts';
import { keepUnexplained, readUnexplained } from './unexplained-rows.ts';

/** The store on tables that are up to date. `closed` runs after the connection is. */
export function createStore(
  db: Kysely<Tables>,
  tenant: string,
  closed: () => Promise<void>,
): Store {
  const write = <T>(body: (trx: Kysely<Tables>) => Promise<T>): Promise<T> =>
    db.transaction().execute(body);
  return {
    recordRun: (record) =>
      write(async (trx) => {
        const run = storedRun(record);
        const isNew = await insertRun(trx, tenant, run);
        if (!isNew) return run;
        await insertFindings(trx, tenant, run);
        await recordIntents(trx, tenant, run, record);
        const { entries, declarations } = record.ledger;
        const addresses = declarations.map(({ now }) => now.address);
        const known = await knownAddresses(trx, tenant, addresses);
        await appendEntries(trx, tenant, entries);
        await appendDeclarations(trx, tenant, declarations, (address) => !known.has(address));
        return run;
      }),
    runs: (since) => readRuns(db, tenant, since),
    ledger: (address) => readEntries(db, tenant, address),
    appendLedger: (entries) => write((trx) => appendEntries(trx, tenant, entries)),
    async addresses() {
      const rows = await db
        .selectFrom('ledger_entries')
        .select('address')
        .distinct()
        .where('tenant', '=', tenant)
        .execute();
      return rows.map(({ address }) => address).sort();
    },
    intents: () => readIntents(db, tenant),
    transitions: (intent) => readTransitions(db, tenant, intent),
    declareIntent: (document) =>
      write((trx) => putDocuments(trx, 'declared_intents', tenant, [document], 'replace')),
    declaredIntents: () => readDocuments(db, 'declared_intents', tenant),
    appendFeedback: (documents) =>
      write((trx) => putDocuments(trx, 'feedback', tenant, documents, 'keep')),
    feedback: () => readDocuments(db, 'feedback', tenant),
    putKnowledge: (document) =>
      write((trx) => putDocuments(trx, 'knowledge', tenant, [document], 'replace')),
    knowledge: () => readDocuments(db, 'knowledge', tenant),
    async removeKnowledge(id) {
      await db.deleteFrom('knowledge').where('tenant', '=', tenant).where('id', '=', id).execute();
    },
    collected: createCollectedLog(db, tenant),
    unexplained: () => readUnexplained(db, tenant),
    keepUnexplained: (found) => write((trx) => keepUnexplained(trx, tenant, found)),
    async close() {
      await db.destroy();
      await closed();
    },
  };
}
