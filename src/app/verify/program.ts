import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Program } from '../../code/terraform/program.ts';
import { identifyProgram } from '../../code/terraform/run/locate.ts';
import type { ConfigFile } from '../../config/schema.ts';
import type { SourceTree } from '../../model/source-tree.ts';
import type { Io } from '../../ports/io.ts';
import { terraformBinary } from './open.ts';

/**
 * The program of a project: the one that the settings name, else the only one that can read the
 * code, else the one that is installed. Undefined where neither is.
 */
export async function chooseProgram(
  io: Pick<Io, 'env'>,
  root: string,
  tree: SourceTree,
  named: ConfigFile['terraform']['binary'],
): Promise<Program | undefined> {
  if (named !== undefined) return named;
  if (needsTofu(tree) || (await isLockedByTofu(root))) return 'tofu';
  const found = terraformBinary(io, {});
  if (found === undefined) return undefined;
  return identifyProgram(found);
}

/**
 * True where code exists only in `.tofu` files. Published modules may support both programs, so
 * they do not count.
 */
function needsTofu(tree: SourceTree): boolean {
  return [...tree.keys()].some((path) => {
    const terraformPath = path.replace(/\.tofu(\.json)?$/, '.tf$1');
    return terraformPath !== path && !path.includes('.terraform/') && !tree.has(terraformPath);
  });
}

/** Each program writes the host of its own registry into the lock file. */
async function isLockedByTofu(root: string): Promise<boolean> {
  const lock = await readFile(join(root, '.terraform.lock.hcl'), 'utf8').catch(() => '');
  return /^provider "registry\.opentofu\.org\//m.test(lock);
}
