import { open, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { compareKeys } from '../../../model/text.ts';
import { rememberedEvent } from '../../../ports/store/memory.ts';
import type {
  PrettyJson,
  RepeatedRun,
  ReportHead,
  ReusableDraft,
  ReusableRun,
  ReusableRuns,
} from '../../../ports/store/reusable-run.ts';
import type { RunRecord, StoredRun } from '../../../ports/store/run-store.ts';
import type { FolderReader, StoredFiles } from './folder.ts';
import { sawIntent } from './intents.ts';
import { readStateAgain } from './memory.ts';
import {
  compressed,
  inflated,
  type Packed,
  type PackedSegment,
  packNext,
  repackRun,
  reportSegments,
} from './pack.ts';
import { insertRunFile, runFileName } from './runs.ts';
import { memberPieces, segmentMembers } from './segments.ts';

const standing = 'standing';
const own = 'next';

/** Tables that only record that there was a run. */
const volatile: ReadonlySet<string> = new Set(['runs', 'seen', 'read', standing]);

interface Kept extends ReusableRun {
  /** File in the folder of runs that the store keeps for a run with this result. */
  readonly file: string;
  /** Places in that file of the parts of the report, and of what the verdicts rest on. */
  readonly packed: Pick<Packed, 'report' | 'record'>;
  /** The report as people read it, and the places in its file of the parts that stay. */
  readonly pages: { readonly file: string; readonly parts: readonly PackedSegment[] };
  readonly intents: readonly string[];
  readonly hasState: boolean;
  /** The state of the tables at that time. */
  readonly tables: string;
}

/**
 * The state of the tables, except for those that record when somebody looked, and for collected
 * records.
 */
export function fingerprintTables(files: FolderReader): string {
  const all = Object.entries(files.heads()).filter(
    ([name]) => !volatile.has(name) && !name.startsWith('records/') && name !== 'cursors',
  );
  const named = all.map(([name, { file, bytes }]) => [name, file, bytes] as const);
  return JSON.stringify(named.sort(compareKeys));
}

/** Stores the result that the next run has if nothing changes. */
export async function keepReusable(
  files: StoredFiles,
  { report: recorded, memory }: RunRecord,
  { pretty, basis: _, report = recorded, ...kept }: ReusableDraft,
  { run, packed }: { readonly run: StoredRun; readonly packed: Packed },
): Promise<void> {
  const place = (name: string): string => join(files.path, 'runs', name);
  let [file, parts]: [string, Pick<Packed, 'report' | 'record'>] = [runFileName(run.id), packed];
  if (report !== recorded) {
    const other = await packNext(recorded, report, packed);
    [file, parts] = [`${run.id}.again.gz`, other];
    await writeFile(place(file), Buffer.concat(other.bytes), { flush: true });
  }
  const pages = await packPages(report, pretty);
  const pagesFile = `${run.id}.pages.gz`;
  await writeFile(place(pagesFile), Buffer.concat(pages.bytes), { flush: true });
  const before = await files.change(async (store) => {
    const old = await keptIn(store);
    const body: Kept = {
      ...kept,
      startedAt: report.startedAt,
      stages: Object.keys(report.timings),
      file,
      packed: { report: parts.report, record: parts.record },
      pages: { file: pagesFile, parts: pages.parts },
      intents: report.intents.map(({ id }) => id),
      hasState: memory?.state !== undefined,
      tables: fingerprintTables(store),
    };
    store.clear(standing);
    store.put(standing, own, [], body);
    return old;
  });
  const stale = before === undefined ? [] : [before.pages.file, before.file];
  for (const old of stale) {
    const isKept = old === file || old === pagesFile || old.endsWith('.json.gz');
    if (!isKept) await rm(place(old), { force: true });
  }
}

/** The report as people read it: its parts that stay, each compressed separately. */
async function packPages(
  report: RunRecord['report'],
  pretty: PrettyJson,
): Promise<{ readonly parts: readonly PackedSegment[]; readonly bytes: readonly Buffer[] }> {
  const parts: PackedSegment[] = [];
  const bytes: Buffer[] = [];
  let at = 0;
  const segments = reportSegments(report);
  for (const [index, segment] of segments.entries()) {
    const page = segment.isFresh ? [] : await compressed(pageOf(report, segments, index, pretty));
    const length = page.reduce((sum, chunk) => sum + chunk.length, 0);
    parts.push({ ...segment, at, bytes: length });
    bytes.push(...page);
    at += length;
  }
  return { parts, bytes };
}

export function reusableRuns(files: StoredFiles): ReusableRuns {
  const { path, read, change } = files;
  return {
    find: () =>
      read(async (reader) => {
        const kept = await keptIn(reader);
        if (kept === undefined || kept.tables !== fingerprintTables(reader)) return undefined;
        const places = [kept.file, kept.pages.file].map((name) => join(path, 'runs', name));
        const found = await Promise.all(places.map((place) => stat(place).catch(() => undefined)));
        return found.includes(undefined) ? undefined : kept;
      }),
    basis: () => read(async (reader) => fingerprintTables(reader)),
    remembered: (ids) =>
      read(async (reader) => {
        const bodies = (await reader.bodies('events', ids)).map(rememberedEvent);
        return new Map(bodies.map((event) => [event.id, event]));
      }),
    async *reportBytes(head, pretty) {
      const kept = await read(keptIn);
      if (kept === undefined) throw new Error('There is no run to repeat.');
      const { file, parts } = kept.pages;
      for (const [index, part] of parts.entries()) {
        if (part.isFresh) yield Buffer.from([...pageOf(head, parts, index, pretty)].join(''));
        else yield* inflated(await bytesAt(join(path, 'runs', file), part));
      }
    },
    repeat: (repeated) => change((draft) => repeatRun(path, draft, repeated)),
  };
}

async function repeatRun(
  path: string,
  draft: Parameters<Parameters<StoredFiles['change']>[0]>[0],
  { command, report, context }: RepeatedRun,
): Promise<void> {
  const kept = await keptIn(draft);
  if (kept === undefined) throw new Error('There is no run to repeat.');
  const file = join(path, 'runs', kept.file);
  const packed = await repackRun({ report, record: { context } }, kept.packed, (place) =>
    bytesAt(file, place),
  );
  const { startedAt } = report;
  const id = `r-${packed.digest.slice(0, 12)}`;
  if (!(await insertRunFile(path, draft, { id, command, startedAt }, packed))) return;
  for (const intent of kept.intents) sawIntent(draft, intent, startedAt);
  if (kept.hasState) readStateAgain(draft, startedAt);
}

async function keptIn(files: Pick<FolderReader, 'bodies'>): Promise<Kept | undefined> {
  const [kept] = (await files.bodies(standing, [own])) as readonly Kept[];
  return kept;
}

function pageOf(
  value: ReportHead | object,
  segments: readonly { readonly names: readonly string[] }[],
  index: number,
  pretty: PrettyJson,
): Iterable<string> {
  const place = { isFirst: index === 0, isLast: index === segments.length - 1 };
  const text = { open: '{', close: '\n}' } as const;
  return memberPieces(pretty(segmentMembers(value, segments[index]?.names ?? [])), text, place);
}

async function bytesAt(path: string, { at, bytes }: PackedSegment): Promise<Buffer> {
  const file = await open(path, 'r');
  try {
    const buffer = Buffer.alloc(bytes);
    const { bytesRead } = await file.read(buffer, 0, bytes, at);
    if (bytesRead < bytes) throw new Error('A file of the store has been cut short.');
    return buffer;
  } finally {
    await file.close();
  }
}
