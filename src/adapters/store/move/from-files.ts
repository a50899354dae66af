import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Kysely } from 'kysely';
import { ok, type Result } from '../../../model/result.ts';
import type { StoredTransition } from '../../../ports/store/run-store.ts';
import { insertClosed } from '../closed-rows.ts';
import { addPage } from '../collected-rows.ts';
import { putDocuments } from '../document-rows.ts';
import { readPages } from '../files/collected.ts';
import { readDocuments } from '../files/documents.ts';
import type { Reader } from '../files/folder.ts';
import { readIntents, readTransitions as readSteps } from '../files/intents.ts';
import { readAll } from '../files/ledger.ts';
import { readMemory } from '../files/memory.ts';
import { openFiles } from '../files/open.ts';
import { readRuns } from '../files/runs.ts';
import { readAnswers, readUnexplained } from '../files/store.ts';
import { readTransitions, writeMoves } from '../intent-rows.ts';
import { appendEntries } from '../ledger-rows.ts';
import { hasHistory, historyFolder } from '../location.ts';
import { keepMemory } from '../memory-rows.ts';
import { insertFindings, insertRun } from '../run-rows.ts';
import { insertAnswer } from '../service/answer-rows.ts';
import type { Tables } from '../tables.ts';
import { keepUnexplained } from '../unexplained-rows.ts';
import { keepSpans, usedSpans } from '../used-spans.ts';

type Db = Kysely<Tables>;

const key = { tenant: 'default', stack: 'default' };

/**
 * Takes what commands kept in files into the database of a service that begins in their folder, so
 * that there is one place for both. The files go when the database has all of it; a process that is
 * killed before does it again.
 */
export async function takeInFiles(db: Db, folder: string, timeout: number): Promise<Result<void>> {
  if (!(await hasHistory(folder))) return ok(undefined);
  const files = await openFiles(folder, { timeout });
  if (!files.ok) return files;
  try {
    await db
      .transaction()
      .execute((trx) => files.value.read((reader) => take(trx, files.value.path, reader)));
    const path = join(folder, historyFolder);
    await rm(`${path}.old`, { recursive: true, force: true });
    await rename(path, `${path}.old`);
    await rm(`${path}.old`, { recursive: true, force: true });
    return ok(undefined);
  } finally {
    await files.value.close();
  }
}

async function take(db: Db, path: string, files: Reader): Promise<void> {
  for (const run of await readRuns(path, files, undefined)) {
    if (!(await insertRun(db, key, run))) continue;
    await insertFindings(db, key, run);
    await insertClosed(db, key, run);
    await keepSpans(db, key.tenant, usedSpans(run.report));
  }
  await takeMemory(db, files);
  await takeIntents(db, files);
  await appendEntries(db, key, await readAll(files));
  for (const [name, table] of [
    ['declared', 'declared_intents'],
    ['feedback', 'feedback'],
  ] as const) {
    await putDocuments(db, { table, of: key }, await readDocuments(files, name), 'keep');
  }
  const knowledge = { table: 'knowledge', of: { tenant: key.tenant } } as const;
  await putDocuments(db, knowledge, await readDocuments(files, 'knowledge'), 'keep');
  for (const answer of await readAnswers(files)) await insertAnswer(db, key, answer);
  await keepUnexplained(db, key, { read: 'all', seen: await readUnexplained(files) });
  for await (const page of readPages(files)) await addPage(db, key.tenant, page);
}

/** What is open is what the files say, whatever an earlier attempt left. */
async function takeMemory(db: Db, files: Reader): Promise<void> {
  for (const table of ['remembered_events', 'open_drifts', 'open_questions'] as const) {
    await db
      .deleteFrom(table)
      .where((eb) => eb.and(key))
      .execute();
  }
  const { events, open, questions = [], state } = await readMemory(files);
  const memory = { events, open, questions, forgotten: [], closed: [] };
  await keepMemory(db, key, state === undefined ? memory : { ...memory, state });
}

async function takeIntents(db: Db, files: Reader): Promise<void> {
  for (const stored of await readIntents(files)) {
    const { id } = stored.intent;
    const known = new Set((await readTransitions(db, key, id)).map(textOf));
    const steps = await readSteps(files, id);
    const transitions = steps.filter((step) => !known.has(textOf(step)));
    await writeMoves(db, key, [{ stored, transitions }]);
  }
}

function textOf({ run, event, from, to }: StoredTransition): string {
  return JSON.stringify([run, event, from, to]);
}
