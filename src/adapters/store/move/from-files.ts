import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Kysely } from 'kysely';
import { ok, type Result } from '../../../model/result.ts';
import type { StoredTransition } from '../../../ports/store/run-store.ts';
import { insertClosed } from '../closed-rows.ts';
import { addPageRows } from '../collected-rows.ts';
import { putDocumentRows } from '../document-rows.ts';
import { readPages } from '../files/collected.ts';
import { readDocumentLines } from '../files/documents.ts';
import type { FolderReader } from '../files/folder.ts';
import { readIntentLines, readTransitionLines as readSteps } from '../files/intents.ts';
import { readAll } from '../files/ledger.ts';
import { readMemoryFile } from '../files/memory.ts';
import { openFiles } from '../files/open.ts';
import { readRunFiles } from '../files/runs.ts';
import { readAnswerLines, readUnexplainedLines } from '../files/store.ts';
import { readTransitionRows, writeMoveRows } from '../intent-rows.ts';
import { appendLedgerRows } from '../ledger-rows.ts';
import { hasHistory, historyFolder } from '../location.ts';
import { keepMemoryRows } from '../memory-rows.ts';
import { insertFindings, insertRunRow } from '../run-rows.ts';
import { insertAnswer } from '../service/answer-rows.ts';
import type { Tables } from '../tables.ts';
import { keepUnexplainedRows } from '../unexplained-rows.ts';
import { keepSpans, usedSpans } from '../used-spans.ts';

type Db = Kysely<Tables>;

const key = { tenant: 'default', stack: 'default' };

/**
 * Moves what commands kept in files into the database of a service that begins in their folder, so
 * that there is one place for both. The files are removed when the database has everything; if the
 * process is killed before that, the next one does it again.
 */
export async function importFromFiles(
  db: Db,
  folder: string,
  timeout: number,
): Promise<Result<void>> {
  if (!(await hasHistory(folder))) return ok(undefined);
  const files = await openFiles(folder, { timeout });
  if (!files.ok) return files;
  try {
    await db
      .transaction()
      .execute((trx) => files.value.read((reader) => importAll(trx, files.value.path, reader)));
    const path = join(folder, historyFolder);
    await rm(`${path}.old`, { recursive: true, force: true });
    await rename(path, `${path}.old`);
    await rm(`${path}.old`, { recursive: true, force: true });
    return ok(undefined);
  } finally {
    await files.value.close();
  }
}

async function importAll(db: Db, path: string, files: FolderReader): Promise<void> {
  for (const run of await readRunFiles(path, files, undefined)) {
    if (!(await insertRunRow(db, key, run))) continue;
    await insertFindings(db, key, run);
    await insertClosed(db, key, run);
    await keepSpans(db, key.tenant, usedSpans(run.report));
  }
  await importMemory(db, files);
  await importIntents(db, files);
  await appendLedgerRows(db, key, await readAll(files));
  for (const [name, table] of [
    ['declared', 'declared_intents'],
    ['feedback', 'feedback'],
  ] as const) {
    await putDocumentRows(db, { table, of: key }, await readDocumentLines(files, name), 'keep');
  }
  const knowledge = { table: 'knowledge', of: { tenant: key.tenant } } as const;
  await putDocumentRows(db, knowledge, await readDocumentLines(files, 'knowledge'), 'keep');
  for (const answer of await readAnswerLines(files)) await insertAnswer(db, key, answer);
  await keepUnexplainedRows(db, key, { read: 'all', seen: await readUnexplainedLines(files) });
  for await (const page of readPages(files)) await addPageRows(db, key.tenant, page);
}

/** The open drifts are those in the files, whatever an earlier attempt left. */
async function importMemory(db: Db, files: FolderReader): Promise<void> {
  for (const table of ['remembered_events', 'open_drifts', 'open_questions'] as const) {
    await db
      .deleteFrom(table)
      .where((eb) => eb.and(key))
      .execute();
  }
  const { events, open, questions = [], state } = await readMemoryFile(files);
  const memory = { events, open, questions, forgotten: [], closed: [] };
  await keepMemoryRows(db, key, state === undefined ? memory : { ...memory, state });
}

async function importIntents(db: Db, files: FolderReader): Promise<void> {
  for (const stored of await readIntentLines(files)) {
    const { id } = stored.intent;
    const known = new Set((await readTransitionRows(db, key, id)).map(textOf));
    const steps = await readSteps(files, id);
    const transitions = steps.filter((step) => !known.has(textOf(step)));
    await writeMoveRows(db, key, [{ stored, transitions }]);
  }
}

function textOf({ run, event, from, to }: StoredTransition): string {
  return JSON.stringify([run, event, from, to]);
}
