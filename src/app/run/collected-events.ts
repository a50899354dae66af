import { resolve } from 'node:path';
import { hasStore, storeLocation } from '../../adapters/store/location.ts';
import type { AuditReading } from '../../evidence/audit/core/types.ts';
import type { ArchiveEntry, FileSource } from '../../evidence/audit/files/types.ts';
import { fail, ok, type Problem, type Result } from '../../model/result.ts';
import { secondText } from '../../model/time-text.ts';
import type { Io } from '../../ports/io.ts';
import type { Memory } from '../../ports/store/memory.ts';
import type { Store } from '../../ports/store/run-store.ts';
import { openProjectStore } from '../history/open-store.ts';
import type { RunOptions } from './options.ts';
import { sinceTime } from './since.ts';

/** How far back a run reads that is given neither logs nor a time. */
const defaultWindow = '7d';

/** Collected records, presented as files to the log reader. */
export interface CollectedEvents {
  readonly files: FileSource;
  readonly paths: readonly string[];
  /** A description of the origin of the records, for people. */
  readonly title: string;
}

export const recordFolder = 'collected';

/** A log without records. */
export const nothingToRead: AuditReading = {
  counts: () => ({ files: 0, skippedFiles: {}, read: 0, kept: 0, dropped: {} }),
  async *[Symbol.asyncIterator]() {},
};

/**
 * What was collected since a time. Each source appears as a file that is read from the store in
 * pieces. Undefined where there is nothing and the run has other work: a baseline, or a run after
 * one, or open drift from earlier runs.
 */
export async function collectedEvents(
  io: Io,
  { project: { dir }, log: { since: asked }, proof: { baseline } }: RunOptions,
): Promise<Result<CollectedEvents | undefined>> {
  const since = sinceTime(asked ?? defaultWindow, io.now());
  if (!since.ok) return since;
  const location = storeLocation(resolve(io.cwd, dir), io.env['PARLEY_STORE']);
  if (!(await hasStore(location))) return fail(noEvents);
  const store = await openProjectStore(io, dir);
  if (!store.ok) return store;
  try {
    const sources = await store.value.collected.sources(since.value);
    if (sources.length === 0) {
      const isQuiet = baseline !== undefined || hasOpen(await store.value.memory());
      return isQuiet ? ok(undefined) : fail(nothingCollected(since.value));
    }
    const names = [...new Set(sources.map(({ source }) => source))];
    const open = () => openProjectStore(io, dir);
    return ok({
      files: recordFiles(names, (source) => readSource(source, since.value, open)),
      paths: [recordFolder],
      title: titleOf(names, since.value),
    });
  } finally {
    await store.value.close();
  }
}

function hasOpen({ open, state }: Memory): boolean {
  return open.length > 0 || state?.baseline !== undefined;
}

function titleOf(names: readonly string[], since: string): string {
  return `what was collected from ${names.join(', ')} since ${since}`;
}

/** Presents each source as a file in a folder, for the log reader. */
export function recordFiles(
  names: readonly string[],
  read: (source: string) => AsyncIterable<readonly string[]>,
): FileSource {
  const entries = names.map((name): ArchiveEntry => ({ name: `${name}.jsonl`, kind: 'file' }));
  return {
    kindOf: async (path) => ok(path === recordFolder ? 'folder' : 'file'),
    list: async () => ok(entries),
    open: (path) => lines(read(path.slice(recordFolder.length + 1, -'.jsonl'.length))),
  };
}

async function* lines(records: AsyncIterable<readonly string[]>): AsyncGenerator<Uint8Array> {
  for await (const some of records) {
    yield Buffer.from(some.map((raw) => `${onOneLine(raw)}\n`).join(''));
  }
}

/** Keeps the store open only while a source is read, since the run needs it for other things. */
async function* readSource(
  source: string,
  since: string,
  open: () => Promise<Result<Store>>,
): AsyncGenerator<readonly string[]> {
  const store = await open();
  if (!store.ok) throw Object.assign(new Error(store.error.message), { code: 'EIO' });
  try {
    yield* store.value.collected.read(source, since);
  } finally {
    await store.value.close();
  }
}

/** Line breaks between JSON tokens are white space; within strings they are escaped. */
function onOneLine(raw: string): string {
  return raw.replaceAll(/[\r\n]+/g, ' ');
}

const noEvents: Problem = {
  code: 'no-events',
  message: 'No audit logs were given.',
  hint: 'Give files or folders with --events PATH..., or let `parley collect` fetch them into a store; see `parley reconcile --help`.',
};

function nothingCollected(since: string): Problem {
  return {
    code: 'nothing-collected',
    message: `No audit logs were given, and the store has no records since ${secondText(since)}.`,
    hint: 'Run `parley collect`, give an earlier --since, or give files with --events PATH...',
  };
}
