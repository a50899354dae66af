import { readdir } from 'node:fs/promises';
import { relative, resolve, sep } from 'node:path';
import { createEvaluation } from '../../../code/terraform/config/evaluation.ts';
import { loadConfiguration } from '../../../code/terraform/config/load.ts';
import { readProject } from '../../../code/terraform/project/read.ts';
import { isCodeFile } from '../../../code/terraform/project/sources.ts';
import { addVariableFiles } from '../../../code/terraform/project/variable-files.ts';
import { findTop } from '../../../code/terraform/repository/top.ts';
import type { ConfigFile } from '../../../config/schema.ts';
import { ok, type Result } from '../../../model/result.ts';
import type { Io } from '../../../ports/io.ts';
import type { FoundChange, GuardPlace } from '../../../stages/guard/types.ts';
import { sourceLineAt } from '../../../stages/patch/place.ts';
import { writtenAt } from '../../../stages/patch/terraform/chain/written.ts';
import type { Project } from '../../../stages/patch/terraform/types.ts';
import { definedOnly } from '../../run/environment.ts';
import { chooseProgram } from '../../verify/program.ts';

/**
 * The code that a plan was made from; undefined for a folder without code. Its state is not needed.
 */
export async function readGuardedCode(
  io: Io,
  root: string,
  config: ConfigFile,
  options: { readonly varFile?: readonly string[]; readonly workspace?: string },
): Promise<Result<Project | undefined>> {
  const names = await readdir(root).catch(() => undefined);
  // A folder that is no root module may contain anything, and be large.
  if (names?.some(isCodeFile) === false) return ok(undefined);
  const read = await readProject(root, { needsCode: false, top: await findTop(root) });
  if (!read.ok) return read;
  const files = addVariableFiles(root, read.value, options.varFile ?? config.var_files);
  if (!files.ok) return files;
  const { tree, links, unread, varFiles } = files.value;
  const workspace = options.workspace ?? config.workspace ?? 'default';
  const product = await chooseProgram(io, root, tree, config.terraform.binary);
  const loading = {
    ...{ varFiles, env: definedOnly(io.env), workspace, links, unread },
    ...(product === undefined ? {} : { product }),
  };
  const { configuration } = loadConfiguration(tree, loading);
  return ok({ tree, evaluation: createEvaluation(configuration) });
}

/**
 * The changes with the lines of code that they come from, as paths relative to the working
 * directory.
 */
export function placed(
  io: Io,
  root: string,
  project: Project,
  found: readonly FoundChange[],
): readonly FoundChange[] {
  return found.map((change) => {
    const place = placeOf(project, change);
    if (place === undefined) return change;
    const file = relative(io.cwd, resolve(root, place.file)).split(sep).join('/');
    return { ...change, place: { ...place, file } };
  });
}

/**
 * The location of the literal that gives the value, else of the argument or block, else of the
 * resource.
 */
function placeOf(project: Project, { address, steps }: FoundChange): GuardPlace | undefined {
  const { evaluation, tree } = project;
  const written = writtenAt(project, address, steps);
  if (written !== undefined) return { file: written.value.file, line: written.value.from };
  const location = evaluation.locate(address, steps.length === 0 ? [''] : steps);
  switch (location?.kind) {
    case undefined:
      return undefined;
    case 'attribute':
      return sourceLineAt(tree, location.scope.file, location.attribute.start);
    case 'block':
      return sourceLineAt(tree, location.occurrence.file, location.occurrence.content.start);
    case 'blocks': {
      const [first] = location.occurrences;
      if (first !== undefined) return sourceLineAt(tree, first.file, first.content.start);
      return sourceLineAt(tree, location.parent.file, location.parent.block.start);
    }
    case 'absent':
      return sourceLineAt(tree, location.parent.file, location.parent.block.start);
  }
}
