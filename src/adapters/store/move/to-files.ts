import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type Kysely, sql } from 'kysely';
import type { Json } from '../../../model/json.ts';
import { fail, ok, type Result } from '../../../model/result.ts';
import type { CollectedCloud } from '../../../ports/store/collected.ts';
import type { Store } from '../../../ports/store/run-store.ts';
import type { LedgerEntry } from '../../../stages/ledger/entry.ts';
import { type Database, openDatabase } from '../database.ts';
import { addPageFiles } from '../files/collected.ts';
import { putDocumentLines } from '../files/documents.ts';
import { createFiles, type StoredFiles } from '../files/folder.ts';
import { emptyHead, writeHead } from '../files/head.ts';
import { writeMoveLines } from '../files/intents.ts';
import { appendLedgerLines } from '../files/ledger.ts';
import { keepMemoryFile } from '../files/memory.ts';
import { packRun } from '../files/pack.ts';
import { insertRunFile } from '../files/runs.ts';
import { keepAnswer, keepUnexplainedLines } from '../files/store.ts';
import { dataFolder, hasHistory, historyFolder } from '../location.ts';
import type { StoreOpenOptions } from '../open.ts';
import { readRun, readRunRow } from '../run-rows.ts';
import { createStore } from '../store.ts';
import type { Tables } from '../tables.ts';

type Db = Kysely<Tables>;

const key = { tenant: 'default', stack: 'default' };

/**
 * Opens the database of a folder for commands. One that no service has used is turned into files
 * instead, which are faster for a command; the result is then `moved`.
 */
export async function openOrMove(
  folder: string,
  { timeout }: StoreOpenOptions,
): Promise<Result<Store> | 'moved'> {
  const location = { kind: 'folder', path: folder } as const;
  const database = await openDatabase(location, { timeout, connections: 1 });
  if (!database.ok) return database;
  const { db, close } = database.value;
  if (await isOfService(db)) return ok(createStore(db, key, close));
  return move(folder, database.value);
}

/** The files get their name when they are complete, and only then is the database removed. */
async function move(folder: string, { db, close }: Database): Promise<Result<Store> | 'moved'> {
  const making = join(folder, `${historyFolder}.new`);
  try {
    // Another command moved it while this one waited for the lock, and the database opened here is
    // a new one.
    if (await hasHistory(folder)) {
      await rm(join(folder, dataFolder), { recursive: true, force: true });
      return 'moved';
    }
    await rm(making, { recursive: true, force: true });
    await mkdir(making);
    await writeHead(making, emptyHead);
    await copy(db, createFiles(making, emptyHead));
    await rename(making, join(folder, historyFolder));
    await rm(join(folder, dataFolder), { recursive: true, force: true });
    return 'moved';
  } catch (error) {
    return fail({
      code: 'store-not-opened',
      message: `What was recorded in this folder cannot be moved into files: ${error instanceof Error ? error.message : error}.`,
      place: { file: folder },
      hint: 'Check that the disk has room and that you may write there.',
    });
  } finally {
    await close();
  }
}

/** True if it has data of a service: commands then leave it where it is. */
async function isOfService(db: Db): Promise<boolean> {
  const found = await sql<{ used: boolean }>`
    select exists (select 1 from pg_namespace where nspname = 'bullmq')
      or exists (select 1 from runs where not (tenant = 'default' and stack = 'default'))
      or exists (select 1 from open_drifts where not (tenant = 'default' and stack = 'default'))
      or exists (select 1 from answers where not (tenant = 'default' and stack = 'default'))
      or exists (select 1 from collected_records where tenant <> 'default')
      or exists (select 1 from proposals) or exists (select 1 from planned_proposals)
      or exists (select 1 from deliveries) or exists (select 1 from outbox)
      or exists (select 1 from incidents)
      or exists (select 1 from leases) or exists (select 1 from claims)
      or exists (select 1 from last_sent) or exists (select 1 from last_seen) as used`.execute(db);
  return found.rows[0]?.used === true;
}

async function copy(db: Db, files: StoredFiles): Promise<void> {
  const store = createStore(db, key, async () => undefined);
  const runs = await db
    .selectFrom('runs')
    .select('id')
    .where((eb) => eb.and(key))
    .orderBy('started_at')
    .execute();
  for (const { id } of runs) {
    const row = await readRunRow(db, key, id);
    if (row === undefined) continue;
    const run = readRun(row);
    const packed = await packRun(run);
    await files.change((draft) => insertRunFile(files.path, draft, run, packed));
  }
  const { events, open, questions = [], state } = await store.memory();
  const memory = { events, open, questions, forgotten: [], closed: [] };
  const intents = await store.intents();
  const ledger = await db
    .selectFrom('ledger_entries')
    .select('body')
    .where((eb) => eb.and(key))
    .execute();
  await files.change(async (draft) => {
    await keepMemoryFile(draft, state === undefined ? memory : { ...memory, state });
    const moves = [];
    for (const stored of intents) {
      moves.push({ stored, transitions: await store.transitions(stored.intent.id) });
    }
    await writeMoveLines(draft, moves);
    await appendLedgerLines(
      draft,
      ledger.map(({ body }) => body as LedgerEntry),
    );
    await putDocumentLines(draft, 'declared', await store.declaredIntents(), 'keep');
    await putDocumentLines(draft, 'feedback', await store.feedback(), 'keep');
    await putDocumentLines(draft, 'knowledge', await store.knowledge(), 'keep');
    for (const answer of await store.answers()) await keepAnswer(draft, answer);
    await keepUnexplainedLines(draft, { read: [], seen: await store.unexplained() });
  });
  await copyCollected(db, files);
}

/** Records that are copied together; one may have a megabyte. */
const atOnce = 200;

async function copyCollected(db: Db, files: StoredFiles): Promise<void> {
  const { tenant } = key;
  for (let at = 0; ; at += atOnce) {
    const rows = await db
      .selectFrom('collected_records')
      .selectAll()
      .where('tenant', '=', tenant)
      .where('raw', 'is not', null)
      .orderBy('source')
      .orderBy('id')
      .offset(at)
      .limit(atOnce)
      .execute();
    await files.change(async (draft) => {
      for (const { source, cloud, stream, id, digest, raw, ...times } of rows) {
        const record = {
          id,
          digest,
          raw: raw ?? '',
          eventTime: times.event_time.toISOString(),
          ingestedAt: times.ingested_at.toISOString(),
        };
        const page = { source, cloud: cloud as CollectedCloud, stream, records: [record] };
        await addPageFiles(draft, { ...page, at: times.collected_at.toISOString() });
      }
    });
    if (rows.length < atOnce) break;
  }
  const cursors = await db
    .selectFrom('collect_cursors')
    .selectAll()
    .where('tenant', '=', tenant)
    .execute();
  await files.change(async (draft) => {
    for (const { source, stream, cursor, updated_at } of cursors) {
      const at = updated_at.toISOString();
      await addPageFiles(draft, {
        source,
        stream,
        cloud: 'aws',
        at,
        records: [],
        cursor: cursor as Json,
      });
    }
  });
}
