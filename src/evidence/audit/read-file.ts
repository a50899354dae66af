import type { Problem } from '../../model/result.ts';
import { systemCode } from '../../model/system-error.ts';
import { hasLogName } from './core/paths.ts';
import { type contentProblem, unpackProblem } from './core/problems.ts';
import { fileProblem } from './files/problems.ts';
import { openText } from './files/text.ts';
import type { FileSource } from './files/types.ts';
import type { ListedFile } from './files/walk.ts';

export type FoundFile = Extract<ListedFile, { kind: 'file' }>;

/** A problem of a file; `fatal` if the file was requested and cannot be read. */
export interface FileProblem {
  readonly kind: 'problem';
  readonly problem: Problem;
  readonly fatal: boolean;
}

export interface FileReader<Item> {
  readonly files: FileSource;
  /** Describes a file that is not a log, in a sentence with a next step. */
  readonly contentProblem: typeof contentProblem;
  /** Counts a file that is left out. */
  readonly skip: () => void;
  readonly readText: (file: FoundFile, chunks: AsyncIterable<Uint8Array>) => AsyncGenerator<Item>;
  /** Returns false for a table that is not a log, without any items. */
  readonly readTable: (
    file: FoundFile,
    chunks: AsyncIterable<Uint8Array>,
  ) => AsyncGenerator<Item, boolean>;
}

/**
 * The items of a log file. A file that cannot be opened, unpacked or read as a log is a problem.
 */
export async function* readLogFile<Item>(
  file: FoundFile,
  reader: FileReader<Item>,
): AsyncGenerator<Item | FileProblem> {
  try {
    yield* readContent(file, reader);
  } catch (error) {
    const code = systemCode(error);
    if (code === undefined) throw error;
    const problem = unpackProblem(file.path, code) ?? fileProblem(file.path, code);
    yield { kind: 'problem', problem, fatal: true };
  }
}

async function* readContent<Item>(
  file: FoundFile,
  reader: FileReader<Item>,
): AsyncGenerator<Item | FileProblem> {
  const text = await openText(reader.files.open(file.path));
  if (text.content.kind === 'json') {
    yield* reader.readText(file, text.chunks);
    return;
  }
  if (text.content.kind === 'csv' && (yield* reader.readTable(file, text.chunks))) return;
  await text.close();
  if (!isPromised(file)) {
    reader.skip();
    return;
  }
  const problem = reader.contentProblem(file.path, text.content);
  yield { kind: 'problem', problem, fatal: file.given || text.content.kind !== 'empty' };
}

/** True for a file that is meant to be a log: named by the user, or by its extension. */
export function isPromised(file: FoundFile): boolean {
  return file.given || hasLogName(file.path);
}
