import { open, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { RememberedEvent } from '../../../ports/store/memory.ts';
import type { RunRecord, StoredRun } from '../../../ports/store/run-store.ts';
import type {
  PrettyJson,
  RepeatedRun,
  ReportHead,
  StandingDraft,
  StandingRun,
  StandingRuns,
} from '../../../ports/store/standing-run.ts';
import type { FolderReader, StoredFiles } from './folder.ts';
import { sawIntent } from './intents.ts';
import { readStateAgain } from './memory.ts';
import {
  compressed,
  inflated,
  type Packed,
  type PackedSegment,
  repackRun,
  reportSegments,
} from './pack.ts';
import { insertRunFile, runFile } from './runs.ts';
import { memberPieces, membersOf } from './segments.ts';

const standing = 'standing';
const own = 'run';

/** Tables that say no more than that a run was made. */
const volatile: ReadonlySet<string> = new Set(['runs', 'seen', 'read', standing]);

interface Kept extends StandingRun {
  /** Id of the run that left it. */
  readonly run: string;
  /** Where its file has the parts of the report, and of what the verdicts rest on. */
  readonly packed: Pick<Packed, 'report' | 'record'>;
  /** The report as people read it, and where its file has the parts that stay. */
  readonly pages: { readonly file: string; readonly parts: readonly PackedSegment[] };
  readonly intents: readonly string[];
  readonly hasState: boolean;
  /** What the tables were. */
  readonly tables: string;
}

/** Whether a transaction says no more than that a run was made. */
export function leavesAll(touched: Iterable<string>): boolean {
  return [...touched].every((name) => volatile.has(name));
}

/** What the tables are, but for those that say when somebody looked, and for collected records. */
function tablesOf(files: FolderReader): string {
  const all = Object.entries(files.heads()).filter(
    ([name]) => !volatile.has(name) && !name.startsWith('records/') && name !== 'cursors',
  );
  const named = all.map(([name, { file, bytes }]) => [name, file, bytes] as const);
  return JSON.stringify(named.sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Keeps what a run came to that left everything as it was. */
export async function keepStanding(
  files: StoredFiles,
  { report, memory }: RunRecord,
  draft: StandingDraft,
  { run, packed }: { readonly run: StoredRun; readonly packed: Packed },
): Promise<void> {
  const { pretty, ...kept } = draft;
  const file = `${run.id}.pages.gz`;
  const parts: PackedSegment[] = [];
  const bytes: Buffer[] = [];
  let at = 0;
  const segments = reportSegments(report);
  for (const [index, segment] of segments.entries()) {
    const own = segment.isFresh ? [] : await compressed(pageOf(report, segments, index, pretty));
    const length = own.reduce((sum, chunk) => sum + chunk.length, 0);
    parts.push({ ...segment, at, bytes: length });
    bytes.push(...own);
    at += length;
  }
  await writeFile(join(files.path, 'runs', file), Buffer.concat(bytes), { flush: true });
  const before = await files.change(async (store) => {
    const old = await keptIn(store);
    const body: Kept = {
      ...kept,
      startedAt: report.startedAt,
      stages: Object.keys(report.timings),
      run: run.id,
      packed: { report: packed.report, record: packed.record },
      pages: { file, parts },
      intents: report.intents.map(({ id }) => id),
      hasState: memory?.state !== undefined,
      tables: tablesOf(store),
    };
    store.clear(standing);
    store.put(standing, own, [], body);
    return old;
  });
  if (before !== undefined && before.pages.file !== file) {
    await rm(join(files.path, 'runs', before.pages.file), { force: true });
  }
}

export function standingRuns(files: StoredFiles): StandingRuns {
  const { path, read, change } = files;
  return {
    find: () =>
      read(async (reader) => {
        const kept = await keptIn(reader);
        if (kept === undefined || kept.tables !== tablesOf(reader)) return undefined;
        const places = [runFile(path, kept.run), join(path, 'runs', kept.pages.file)];
        const found = await Promise.all(places.map((place) => stat(place).catch(() => undefined)));
        return found.includes(undefined) ? undefined : kept;
      }),
    remembered: (ids) =>
      read(async (reader) => {
        const bodies = (await reader.bodies('events', ids)) as readonly RememberedEvent[];
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
  const file = runFile(path, kept.run);
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
  return memberPieces(pretty(membersOf(value, segments[index]?.names ?? [])), text, place);
}

async function bytesAt(path: string, { at, bytes }: PackedSegment): Promise<Buffer> {
  const file = await open(path, 'r');
  try {
    const buffer = Buffer.alloc(bytes);
    const { bytesRead } = await file.read(buffer, 0, bytes, at);
    if (bytesRead < bytes) throw new Error('A file of the store is shorter than it was written.');
    return buffer;
  } finally {
    await file.close();
  }
}
