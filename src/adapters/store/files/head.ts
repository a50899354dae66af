import { open, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { parsedJson } from '../../../model/parsed-json.ts';
import { fail, ok, type Result } from '../../../model/result.ts';
import { hasErrorCode } from '../../../model/system-error.ts';

/** The committed part of a file: anything after it was never committed. */
const TableHead = z.object({
  file: z.string().regex(/^[a-z]+\.\d+\.jsonl$/),
  bytes: z.int().nonnegative(),
  lines: z.int().nonnegative(),
  /** Lines that the file had when it was rewritten. */
  kept: z.int().nonnegative(),
});

const Head = z.object({
  version: z.literal(1),
  /** Number of the next file. */
  next: z.int().nonnegative(),
  // A table under a wrong name would be read as an empty one.
  tables: z
    .record(z.string(), TableHead)
    .refine((tables) =>
      Object.entries(tables).every(([name, { file }]) => file.startsWith(fileStem(name))),
    ),
});

export type TableHead = Readonly<z.infer<typeof TableHead>>;

/** Everything that was committed, in one file: replacing the file commits a transaction. */
export interface Head {
  readonly version: 1;
  readonly next: number;
  readonly tables: Readonly<Record<string, TableHead>>;
}

/** The common beginning of the names of a table's files. */
export function fileStem(table: string): string {
  return `${table.split('/')[0]}.`;
}

export const emptyHead: Head = { version: 1, next: 0, tables: {} };
const headFile = 'head.json';

/** Undefined if there is none yet. */
export async function readHead(folder: string): Promise<Result<Head | undefined>> {
  const file = join(folder, headFile);
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    if (hasErrorCode(error, 'ENOENT', 'ENOTDIR')) return undefined;
    throw error;
  });
  if (text === undefined) return ok(undefined);
  const head = Head.safeParse(parsedJson(text));
  if (head.success) return ok(head.data);
  return fail({
    code: 'store-not-opened',
    message:
      'The store cannot be opened: this version of Parley does not know the format of its files.',
    place: { file },
    hint: 'A store that a newer Parley made needs that version; else move the folder away and run `parley init` to start afresh.',
  });
}

/** Replaces the head atomically and durably: a power cut leaves this one or the one before. */
export async function writeHead(folder: string, head: Head): Promise<void> {
  const draft = join(folder, `${headFile}.new`);
  await writeFile(draft, `${JSON.stringify(head)}\n`, { flush: true });
  await rename(draft, join(folder, headFile));
  await syncFolder(folder);
}

/** Makes the names of files durable; systems that cannot sync folders do so themselves. */
export async function syncFolder(folder: string): Promise<void> {
  try {
    const opened = await open(folder, 'r');
    await opened.sync().finally(() => opened.close());
  } catch (error) {
    if (!hasErrorCode(error, 'EPERM', 'EISDIR', 'EINVAL')) throw error;
  }
}
