import { readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import type { LoadOptions } from '../../code/terraform/config/configuration.ts';
import { createParseCache } from '../../code/terraform/config/parse-cache.ts';
import { hasCode, readProject } from '../../code/terraform/project/read.ts';
import { addVariableFiles } from '../../code/terraform/project/variable-files.ts';
import { settleWrites } from '../../code/terraform/project/write.ts';
import type { CodeRepository } from '../../code/terraform/repository/types.ts';
import { ok, type Result } from '../../model/result.ts';
import type { SourceTree } from '../../model/source-tree.ts';
import type { Io } from '../../ports/io.ts';
import type { CopyGround } from '../verify/copy-place.ts';
import { chooseProgram } from '../verify/program.ts';
import { definedOnly } from './environment.ts';
import type { Ground } from './ground.ts';
import type { ProjectOptions } from './options.ts';
import { projectRepository, realPlace } from './repository.ts';

/** The code of a run, and the repository that contains it. */
export interface Code {
  readonly tree: SourceTree;
  readonly loadOptions: LoadOptions & {
    readonly varFiles: readonly string[];
    readonly workspace: string;
  };
  readonly repository: CodeRepository;
  /** The project that Terraform gets a copy of. */
  readonly copied: CopyGround;
  /** False for a project that has only manifests. */
  readonly hasRoot: boolean;
}

/** Reads the root module of a run with its inputs. */
export async function readCode(
  io: Io,
  options: Pick<ProjectOptions, 'varFile' | 'workspace' | 'terraform'>,
  { code: { root, top, isClosed = false, stacks = [] }, config }: Ground,
  needsCode: boolean,
): Promise<Result<Code>> {
  const settled = await settleWrites(root);
  if (!settled.ok) return settled;
  const read = await readProject(root, { needsCode, top, isClosed });
  if (!read.ok) return read;
  const project = addVariableFiles(root, read.value, options.varFile ?? config.var_files);
  if (!project.ok) return project;
  const { tree, links, unread, varFiles } = project.value;
  const chosen = options.workspace ?? config.workspace;
  const workspace = chosen ?? (await selectedWorkspace(io, root));
  const place = realPlace({ root, top });
  const named = options.terraform ?? config.terraform.binary;
  const product = await chooseProgram(io, root, tree, named);
  const own = { workspace, named: stacks, product };
  const repository = await projectRepository(place, config, project.value, own);
  if (!repository.ok) return repository;
  const within = relative(place.root, place.top).split(sep).join('/');
  return ok({
    tree,
    loadOptions: {
      ...{ varFiles, env: definedOnly(io.env), workspace, links, unread, within },
      ...(product === undefined ? {} : { product }),
      cache: createParseCache(),
    },
    repository: repository.value,
    copied: { ...place, tree },
    hasRoot: hasCode(read.value),
  });
}

/**
 * The workspace that Terraform itself would use: the one of the environment, else the one selected
 * in this folder.
 */
async function selectedWorkspace({ env }: Pick<Io, 'env'>, root: string): Promise<string> {
  const named = env['TF_WORKSPACE'] ?? '';
  if (named !== '') return named;
  const file = join(root, '.terraform', 'environment');
  const selected = await readFile(file, 'utf8').catch(() => '');
  return /^[\w.-]{1,90}$/.test(selected.trim()) ? selected.trim() : 'default';
}
