import { mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type Additions, createDraft, type DraftSource, type FileDraft } from './draft.ts';
import { emptyHead, fileStem, type Head, syncFolder, type TableHead, writeHead } from './head.ts';
import { lineText } from './line.ts';
import { readTable, readTexts, type StoredTable, takeLines } from './table.ts';

/** Lines that a table may have before it is checked whether most of them are out of date. */
const slack = 1000;

/** Tables in a folder of files. Operations on them run one after the other. */
export interface StoredFiles {
  readonly path: string;
  read<T>(work: (source: FolderReader) => Promise<T>): Promise<T>;
  /** One transaction: either everything that `work` wrote is stored, or nothing. */
  change<T>(work: (draft: FileDraft & FolderReader) => Promise<T>): Promise<T>;
}

export interface FolderReader extends DraftSource {
  /** Names of the tables that begin with `prefix`. */
  names(prefix: string): readonly string[];
  /** The committed part of each table. */
  heads(): Head['tables'];
}

/** Thrown if a file of a table is missing, or is not as it was written. */
export class BrokenTable extends Error {
  /** Path within the folder. */
  readonly file: string;

  constructor(file: string, cause: unknown) {
    super(`${file} is not as it was written.`, { cause });
    this.file = file;
  }
}

/** Needs a folder that is locked by this process. `committed` is the content of its head. */
export function createFiles(path: string, committed: Head | undefined): StoredFiles {
  let head = committed ?? emptyHead;
  const loaded = new Map<string, StoredTable>();
  const reader: FolderReader = {
    async table(name) {
      const known = loaded.get(name);
      if (known !== undefined) return known;
      const of = head.tables[name];
      const table =
        of === undefined
          ? new Map()
          : await intact(of, () => readTable(join(path, of.file), of.bytes));
      loaded.set(name, table);
      return table;
    },
    async bodies(name, keys) {
      const of = head.tables[name];
      if (of === undefined || keys.length === 0) return [];
      const table = await reader.table(name);
      const lines = keys.flatMap((key) => table.get(key) ?? []);
      return intact(of, async () =>
        (await readTexts(join(path, of.file), lines)).map((text) => JSON.parse(text)),
      );
    },
    names: (prefix) => Object.keys(head.tables).filter((name) => name.startsWith(prefix)),
    heads: () => head.tables,
  };
  const commit = async (additions: ReadonlyMap<string, Additions>): Promise<void> => {
    let next = head;
    const stale: string[] = [];
    for (const [name, added] of additions) {
      const before = next.tables[name];
      const after = await append(path, next, name, added);
      if (before !== undefined && before.file !== after.table.file) stale.push(before.file);
      next = { ...next, next: after.next, tables: { ...next.tables, [name]: after.table } };
    }
    if (next.next !== head.next) await syncFolder(path);
    await writeHead(path, next);
    head = next;
    for (const file of stale) await rm(join(path, file), { force: true });
    for (const [name, { isWhole }] of additions) if (isWhole) loaded.delete(name);
  };
  /** Rewrites tables that are mostly out of date. */
  const compact = async (names: Iterable<string>): Promise<void> => {
    for (const name of names) {
      const of = head.tables[name];
      if (of === undefined || of.lines <= 2 * of.kept + slack) continue;
      const table = await reader.table(name);
      const whole: Additions = { isWhole: true, lines: table.size, texts: [] };
      if (table.size * 2 < of.lines) {
        const lines = [...table.values()];
        const texts = await readTexts(join(path, of.file), lines);
        lines.forEach(({ key, columns }, i) => {
          whole.texts.push(lineText(key, columns, texts[i] ?? 'null'));
        });
        await commit(new Map([[name, whole]]));
      } else {
        head = { ...head, tables: { ...head.tables, [name]: { ...of, kept: table.size } } };
        await writeHead(path, head);
      }
    }
  };
  let turn: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const done = turn.then(work);
    turn = done.catch(() => undefined);
    return done;
  };
  return {
    path,
    read: (work) => inTurn(() => work(reader)),
    change: (work) =>
      inTurn(async () => {
        const { draft, additions } = createDraft(reader);
        const result = await work({ ...draft, names: reader.names, heads: reader.heads });
        if (additions.size === 0) return result;
        const offsets = new Map([...additions.keys()].map((name) => [name, head.tables[name]]));
        await commit(additions);
        for (const [name, added] of additions) remember(loaded.get(name), offsets.get(name), added);
        await compact(additions.keys());
        return result;
      }),
  };
}

async function intact<T>({ file }: TableHead, read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    throw new BrokenTable(file, error);
  }
}

/** Continues after the committed part, and overwrites anything that a killed process left there. */
async function append(
  path: string,
  { next, tables }: Head,
  name: string,
  { isWhole, lines, texts }: Additions,
): Promise<{ readonly table: TableHead; readonly next: number }> {
  await mkdir(path, { recursive: true });
  const before = isWhole ? undefined : tables[name];
  const own = before?.file ?? `${fileStem(name)}${next}.jsonl`;
  const start = before?.bytes ?? 0;
  const file = await open(join(path, own), before === undefined ? 'w' : 'r+');
  let bytes = start;
  try {
    await file.truncate(start);
    for (const piece of pieces(texts)) {
      await file.write(piece, 0, piece.length, bytes);
      bytes += piece.length;
    }
    await file.sync();
  } finally {
    await file.close();
  }
  const kept = before?.kept ?? lines;
  const table = { file: own, bytes, lines: lines + (before?.lines ?? 0), kept };
  return { table, next: before === undefined ? next + 1 : next };
}

const pieceLength = 1 << 22;

function* pieces(texts: readonly string[]): Generator<Buffer> {
  let some: string[] = [];
  let length = 0;
  for (const text of texts) {
    some.push(text);
    length += text.length;
    if (length < pieceLength) continue;
    yield Buffer.from(some.join(''));
    some = [];
    length = 0;
  }
  if (some.length > 0) yield Buffer.from(some.join(''));
}

/** Adds the newly written lines to a table that is in memory. */
function remember(
  table: StoredTable | undefined,
  before: TableHead | undefined,
  { isWhole, texts }: Additions,
): void {
  if (table === undefined || isWhole) return;
  let at = before?.bytes ?? 0;
  for (const piece of pieces(texts)) {
    takeLines(table, piece, at);
    at += piece.length;
  }
}
