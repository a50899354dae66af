import { readFile } from 'node:fs/promises';
import { relative, resolve, sep } from 'node:path';
import type { Result } from '../../model/result.ts';
import { fail, ok } from '../../model/result.ts';
import type { SourceTree } from '../config/types.ts';

/** A project with the variable files that were named, wherever they are. */
export interface WithVariableFiles {
  readonly tree: SourceTree;
  /** Keys of the tree, in the order given. */
  readonly varFiles: readonly string[];
}

/**
 * Finds the variable files as `terraform -chdir=ROOT` does: paths are relative to the root. Those
 * outside of it join the tree (`../prod.tfvars`). A missing one fails: every value that it gives
 * would be taken for drift.
 */
export async function addVariableFiles(
  root: string,
  tree: SourceTree,
  files: readonly string[],
): Promise<Result<WithVariableFiles>> {
  const all = new Map(tree);
  const varFiles: string[] = [];
  for (const file of files) {
    const key = relative(root, resolve(root, file)).split(sep).join('/');
    varFiles.push(key);
    if (all.has(key)) continue;
    const text = await readFile(resolve(root, file), 'utf8').catch(() => undefined);
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
  return ok({ tree: all, varFiles });
}
