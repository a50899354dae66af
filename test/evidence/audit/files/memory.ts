import { fileProblem } from '../../../../src/evidence/audit/files/problems.ts';
import type { ArchiveEntry, FileSource } from '../../../../src/evidence/audit/files/types.ts';
import { fail, ok } from '../../../../src/model/result.ts';

/** A file's content: whole, or in chunks, where a `SystemError` stands for a failing read. */
export type FileContent = string | Uint8Array | readonly (string | Uint8Array | SystemError)[];

export class SystemError extends Error {
  readonly code: string;

  constructor(code: string) {
    super(`The system says ${code}.`);
    this.code = code;
  }
}

/** Files in memory; the folders are those in the paths, and `folders`. */
export function memoryFiles(
  contents: Readonly<Record<string, FileContent>>,
  folders: readonly string[] = [],
): FileSource {
  const paths = Object.keys(contents);
  const isFolder = (path: string): boolean =>
    folders.includes(path) || paths.some((file) => file.startsWith(`${path}/`));
  return {
    kindOf: async (path) => {
      if (Object.hasOwn(contents, path)) return ok('file');
      return isFolder(path) ? ok('folder') : fail(fileProblem(path, 'ENOENT'));
    },
    list: async (folder) => {
      const names = paths
        .filter((path) => path.startsWith(`${folder}/`))
        .map((path) => path.slice(folder.length + 1).split('/'));
      const entries = new Map<string, ArchiveEntry>();
      for (const [name = '', ...rest] of names.reverse()) {
        entries.set(name, { name, kind: rest.length === 0 ? 'file' : 'folder' });
      }
      return ok([...entries.values()]);
    },
    open: async function* (path) {
      const content = contents[path] ?? [new SystemError('ENOENT')];
      const chunks =
        typeof content === 'string' || ArrayBuffer.isView(content) ? [content] : content;
      for (const chunk of chunks) {
        if (chunk instanceof SystemError) throw chunk;
        yield typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
      }
    },
  };
}
