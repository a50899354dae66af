import type { Json } from '../../../model/json.ts';
import { compareKeys, compareText } from '../../../model/text.ts';
import type {
  CollectedCloud,
  CollectedLog,
  CollectedPage,
  CollectedSource,
  OldestRecord,
} from '../../../ports/store/collected.ts';
import type { FileDraft } from './draft.ts';
import type { FolderReader, StoredFiles } from './folder.ts';
import type { StoredLine } from './line.ts';
import { byTime, isoTimeField } from './times.ts';

const cursors = 'cursors';

/** Records that are read together; one may have a megabyte. */
const readAtOnce = 200;

/** Each source and day has a table of records, so that no run reads those of other times. */
export function createCollectedFiles(files: StoredFiles): CollectedLog {
  return {
    add: (page) => files.change((draft) => addPageFiles(draft, page)),
    cursor: (source, stream) =>
      files.read(async (reader) => {
        const [cursor] = await reader.bodies(cursors, [JSON.stringify([source, stream])]);
        return cursor as Json | undefined;
      }),
    sources: (since) => files.read((reader) => readSources(reader, isoTimeField(since))),
    names: (since) =>
      files.read(async (reader) => {
        const sources = await readSources(reader, isoTimeField(since));
        return [...new Set(sources.map(({ source }) => source))];
      }),
    oldest: (since) => files.read((reader) => readOldest(reader, isoTimeField(since))),
    read: (source, since) => readRecords(files, source, isoTimeField(since)),
    prune: (source, before) =>
      files.change((draft) => prune(draft, tablesOf(draft, source), isoTimeField(before))),
  };
}

/** Stores records and cursor together. Returns how many of the records are new. */
export async function addPageFiles(draft: FileDraft, page: CollectedPage): Promise<number> {
  const { source, stream, cloud, at } = page;
  const collectedAt = isoTimeField(at);
  const seen = new Set<string>();
  for (const { id, eventTime, ingestedAt, digest, raw } of page.records) {
    const time = isoTimeField(eventTime);
    const name = `records/${time.slice(0, 10)}/${source}`;
    if (seen.has(id) || (await draft.table(name)).has(id)) continue;
    seen.add(id);
    draft.put(name, id, [time, cloud, collectedAt, isoTimeField(ingestedAt), digest, stream], raw);
  }
  if (page.cursor !== undefined) {
    draft.put(cursors, JSON.stringify([source, stream]), [collectedAt, cloud], page.cursor);
  }
  return seen.size;
}

/** Names of the tables with records, or with those of one source, by day. */
function tablesOf(reader: Pick<FolderReader, 'names'>, source?: string): readonly string[] {
  const names = reader.names('records/').toSorted();
  return source === undefined ? names : names.filter((name) => sourceOf(name) === source);
}

function sourceOf(name: string): string {
  return name.slice('records/2026-03-14/'.length);
}

function dayOf(name: string): string {
  return name.slice('records/'.length, 'records/2026-03-14'.length);
}

async function readSources(
  reader: FolderReader,
  since: string,
): Promise<readonly CollectedSource[]> {
  const counts = new Map<string, CollectedSource>();
  for (const name of tablesOf(reader)) {
    if (dayOf(name) < since.slice(0, 10)) continue;
    const source = sourceOf(name);
    for (const { columns } of (await reader.table(name)).values()) {
      const [time = '', cloud] = columns;
      if (time < since) continue;
      const key = `${source}\n${cloud}`;
      const records = (counts.get(key)?.records ?? 0) + 1;
      counts.set(key, { source, cloud: cloud as CollectedCloud, records });
    }
  }
  return [...counts].sort(compareKeys).map(([, count]) => count);
}

async function readOldest(reader: FolderReader, since: string): Promise<readonly OldestRecord[]> {
  const oldest = new Map<string, string>();
  for (const name of tablesOf(reader)) {
    const source = sourceOf(name);
    for (const { columns } of (await reader.table(name)).values()) {
      const [time = '', , collectedAt = ''] = columns;
      const known = oldest.get(source);
      if (collectedAt >= since && (known === undefined || time < known)) oldest.set(source, time);
    }
  }
  return [...oldest]
    .map(([source, time]) => ({ source, time }))
    .sort((a, b) => compareText(a.source, b.source));
}

/** Other work on the files may happen between the pieces. */
async function* readRecords(
  files: StoredFiles,
  source: string,
  since: string,
): AsyncGenerator<readonly string[]> {
  const names = await files.read(async (reader) => tablesOf(reader, source));
  for (const name of names) {
    if (dayOf(name) < since.slice(0, 10)) continue;
    const isLate = ({ columns: [time = ''] }: StoredLine): boolean => time >= since;
    const keys = await files.read(async (reader) =>
      byTime([...(await reader.table(name)).values()].filter(isLate), 0),
    );
    for (let at = 0; at < keys.length; at += readAtOnce) {
      const some = keys.slice(at, at + readAtOnce);
      yield await files.read(
        async (reader) => (await reader.bodies(name, some)) as readonly string[],
      );
    }
  }
}

/** Everything that was collected, followed by how far each stream was read. */
export async function* readPages(reader: FolderReader): AsyncGenerator<CollectedPage> {
  for (const name of tablesOf(reader)) {
    const table = await reader.table(name);
    for (const { key: id, columns } of table.values()) {
      const [eventTime = '', cloud, at = '', ingestedAt = '', digest = '', stream = ''] = columns;
      const [raw] = (await reader.bodies(name, [id])) as readonly string[];
      const records = [{ id, eventTime, ingestedAt, digest, raw: raw ?? '' }];
      yield { source: sourceOf(name), cloud: cloud as CollectedCloud, stream, at, records };
    }
  }
  for (const { key, columns } of (await reader.table(cursors)).values()) {
    const [source = '', stream = '']: readonly string[] = JSON.parse(key);
    const [cursor] = (await reader.bodies(cursors, [key])) as readonly Json[];
    const [at = '', cloud] = columns;
    const page = { source, cloud: cloud as CollectedCloud, stream, at, records: [] };
    yield cursor === undefined ? page : { ...page, cursor };
  }
}

async function prune(draft: FileDraft, names: readonly string[], before: string): Promise<number> {
  let dropped = 0;
  for (const name of names) {
    for (const { key, columns } of (await draft.table(name)).values()) {
      const [time = ''] = columns;
      if (time >= before) continue;
      draft.remove(name, key);
      dropped += 1;
    }
  }
  return dropped;
}
