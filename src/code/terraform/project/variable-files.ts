import { resolve } from 'node:path';
import type { Result } from '../../../model/result.ts';
import { fail, ok } from '../../../model/result.ts';
import { folderKey, readText, realPath } from './folder.ts';
import { followLinks } from './links.ts';
import type { ProjectFiles } from './read.ts';
import { unreadFileProblem } from './unread.ts';

/** A project with its explicitly given variable files, wherever they are. */
export interface WithVariableFiles extends ProjectFiles {
  /** Keys of the tree, in the order given. */
  readonly varFiles: readonly string[];
}

/**
 * Finds variable files as `terraform -chdir=ROOT` does: paths are relative to the root. Files
 * outside of it are added to the tree (`../prod.tfvars`). A missing file is an error, because every
 * value that it sets would be taken for drift.
 */
export function addVariableFiles(
  root: string,
  { tree, links, unread }: ProjectFiles,
  files: readonly string[],
): Result<WithVariableFiles> {
  const all = new Map(tree);
  const varFiles: string[] = [];
  const base = realPath(root) ?? root;
  for (const file of files) {
    const key = followLinks(links, folderKey(base, resolve(base, file)));
    varFiles.push(key);
    if (all.has(key)) continue;
    const reason = unread.get(key);
    if (reason !== undefined) return fail(unreadFileProblem(file, reason));
    const text = readText(resolve(base, key));
    if (text === undefined) {
      return fail({
        code: 'variable-file-not-found',
        message: 'There is no such variable file, or it cannot be read.',
        place: { file },
        hint: 'Give a path relative to the root module (--dir).',
      });
    }
    all.set(key, text);
  }
  return ok({ tree: all, links, unread, varFiles });
}
