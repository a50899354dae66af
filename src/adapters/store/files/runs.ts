import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { StoredRun } from '../../../ports/store/run-store.ts';
import type { FileDraft } from './draft.ts';
import type { FolderReader } from './folder.ts';
import { syncFolder } from './head.ts';
import type { Packed } from './pack.ts';
import { byTime, isoTimeField } from './times.ts';

const runs = 'runs';

/**
 * Returns false if the run is already there. A report may be large, so each run has a file of its
 * own.
 */
export async function insertRunFile(
  folder: string,
  draft: FileDraft,
  { id, command, startedAt }: Pick<StoredRun, 'id' | 'command' | 'startedAt'>,
  { bytes }: Pick<Packed, 'bytes'>,
): Promise<boolean> {
  if ((await draft.table(runs)).has(id)) return false;
  const path = runFile(folder, id);
  await mkdir(dirname(path), { recursive: true });
  // The file counts once the table names it; one that a killed process left is overwritten.
  await writeFile(path, Buffer.concat(bytes), { flush: true });
  await syncFolder(dirname(path));
  draft.put(runs, id, [isoTimeField(startedAt), command], null);
  return true;
}

/** The runs from a time on, the oldest first. */
export async function readRunFiles(
  folder: string,
  files: FolderReader,
  since: string | undefined,
): Promise<readonly StoredRun[]> {
  const from = since === undefined ? Number.NEGATIVE_INFINITY : Date.parse(since);
  const table = await files.table(runs);
  const late = [...table.values()].filter(({ columns: [at = ''] }) => Date.parse(at) >= from);
  const found: StoredRun[] = [];
  for (const id of byTime(late, 0)) found.push(await readRun(folder, id, table.get(id)?.columns));
  return found;
}

/** The newest run. */
export async function readLatestRun(
  folder: string,
  files: FolderReader,
): Promise<StoredRun | undefined> {
  const table = await files.table(runs);
  const id = byTime(table.values(), 0).at(-1);
  return id === undefined ? undefined : readRun(folder, id, table.get(id)?.columns);
}

async function readRun(
  folder: string,
  id: string,
  [startedAt = '', command = '']: readonly string[] = [],
): Promise<StoredRun> {
  const text = await promisify(gunzip)(await readFile(runFile(folder, id)));
  const kept: Pick<StoredRun, 'report' | 'record'> = JSON.parse(text.toString('utf8'));
  return { id, command, startedAt, ...kept };
}

/** Path of the file with the report of a run. */
function runFile(folder: string, id: string): string {
  return join(folder, 'runs', runFileName(id));
}

/** Name within the folder of runs. */
export function runFileName(id: string): string {
  return `${id}.json.gz`;
}
