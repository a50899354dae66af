import { resolve } from 'node:path';
import type { Entry, FileSource } from '../audit/files/types.ts';
import { fail, ok, type Problem, type Result } from '../model/result.ts';
import type { CollectedSource } from '../pipeline/collected.ts';
import type { Store } from '../pipeline/store.ts';
import { hasStore, storeLocation } from '../store/location.ts';
import type { Io } from './io.ts';
import { openProjectStore } from './open-store.ts';
import { sinceTime } from './since.ts';

/** How far back a run looks that is given neither logs nor a time. */
const usual = '7d';

/** Records of the store, as files for the reader of logs. */
export interface CollectedEvents {
  readonly files: FileSource;
  readonly paths: readonly string[];
  /** For people: where the records come from. */
  readonly title: string;
}

const folder = 'collected';

/** What was collected since a time. Each source is a file that is read from the store piece by piece. */
export async function collectedEvents(
  io: Io,
  dir: string,
  asked: string | undefined,
): Promise<Result<CollectedEvents>> {
  const since = sinceTime(asked ?? usual, io.now());
  if (!since.ok) return since;
  const location = storeLocation(resolve(io.cwd, dir), io.env['PARLEY_STORE']);
  if (!(await hasStore(location))) return fail(noEvents);
  const store = await openProjectStore(io, dir);
  if (!store.ok) return store;
  try {
    const sources = await store.value.collected.sources(since.value);
    if (sources.length === 0) return fail(nothingCollected(since.value));
    const open = () => openProjectStore(io, dir);
    return ok({
      files: collectedFiles(sources, since.value, open),
      paths: [folder],
      title: titleOf(sources, since.value),
    });
  } finally {
    await store.value.close();
  }
}

function titleOf(sources: readonly CollectedSource[], since: string): string {
  const names = [...new Set(sources.map(({ source }) => source))].join(', ');
  return `what was collected from ${names} since ${since}`;
}

/** The store is open while a file is read, and no longer: the run needs it for other things. */
function collectedFiles(
  sources: readonly CollectedSource[],
  since: string,
  open: () => Promise<Result<Store>>,
): FileSource {
  const names = [...new Set(sources.map(({ source }) => source))];
  const entries = names.map((name): Entry => ({ name: `${name}.jsonl`, kind: 'file' }));
  return {
    kindOf: async (path) => ok(path === folder ? 'folder' : 'file'),
    list: async () => ok(entries),
    open: (path) => readSource(path.slice(folder.length + 1, -'.jsonl'.length), since, open),
  };
}

async function* readSource(
  source: string,
  since: string,
  open: () => Promise<Result<Store>>,
): AsyncGenerator<Uint8Array> {
  const store = await open();
  if (!store.ok) throw Object.assign(new Error(store.error.message), { code: 'EIO' });
  try {
    for await (const records of store.value.collected.read(source, since)) {
      yield Buffer.from(records.map((raw) => `${onOneLine(raw)}\n`).join(''));
    }
  } finally {
    await store.value.close();
  }
}

/** Line breaks in JSON are white space: in texts they are written as escapes. */
function onOneLine(raw: string): string {
  return raw.replaceAll(/[\r\n]+/g, ' ');
}

const noEvents: Problem = {
  code: 'no-events',
  message: 'No audit logs were given.',
  hint: 'Give files or folders with --events PATH..., or let `parley collect` fetch them into a store; `parley reconcile --help` has the rest.',
};

function nothingCollected(since: string): Problem {
  return {
    code: 'nothing-collected',
    message: `No audit logs were given, and the store has no records since ${since}.`,
    hint: 'Run `parley collect`, give an earlier --since, or give files with --events PATH...',
  };
}
