import { join, posix } from 'node:path';
import type { Program } from '../../code/terraform/program.ts';
import { folderKey, isFolderAtOrBelow, realPath } from '../../code/terraform/project/folder.ts';
import type { WithVariableFiles } from '../../code/terraform/project/variable-files.ts';
import { openRepository } from '../../code/terraform/repository/open.ts';
import type { CodeRepository, NamedStack } from '../../code/terraform/repository/types.ts';
import { readConfig } from '../../config/read.ts';
import { ConfigFile } from '../../config/schema.ts';
import { ok, type Result } from '../../model/result.ts';
import { readYamlFile } from '../../text/yaml-file.ts';

/** The location of a project. Both paths are absolute. */
export interface ProjectPlace {
  /** Folder of the root module. */
  readonly root: string;
  /** The top of its repository. */
  readonly top: string;
}

interface OwnStack {
  readonly workspace: string;
  readonly named: readonly NamedStack[];
  readonly product: Program | undefined;
}

/** The repository of a project, with the stacks that settings name. */
export async function projectRepository(
  { root, top }: ProjectPlace,
  config: Pick<ConfigFile, 'roots'>,
  { tree, varFiles }: WithVariableFiles,
  { workspace, named, product }: OwnStack,
): Promise<Result<CodeRepository>> {
  const folder = folderKey(top, root);
  // A project at the top has the settings of the repository itself.
  const above = folder === '' ? ok({ roots: [] }) : await readConfig(top, undefined);
  if (!above.ok) return above;
  const own = namedIn(folder, config.roots);
  const all = [...namedIn('', above.value.roots), ...own, ...named];
  return ok(
    openRepository({
      top,
      own: { folder, varFiles, workspace },
      tree,
      named: all.filter((each) => isFolderAtOrBelow(join(top, each.folder), top)),
      settingsOf,
      ...(product === undefined ? {} : { product }),
    }),
  );
}

function namedIn(folder: string, roots: ConfigFile['roots']): readonly NamedStack[] {
  return roots.map(({ path, workspace, var_files: varFiles }) => ({
    folder: posix.join(folder, path).replace(/^\.?\/?$|\/$/, ''),
    ...(workspace === undefined ? {} : { workspace }),
    ...(varFiles === undefined ? {} : { varFiles }),
  }));
}

/** The inputs of a folder according to its `parley.yaml`; undefined where that is invalid. */
function settingsOf(text: string): Omit<NamedStack, 'folder'> | undefined {
  const read = readYamlFile(text, 'parley.yaml', ConfigFile);
  if (!read.ok) return undefined;
  const { var_files: varFiles, workspace } = read.value;
  return {
    ...(varFiles.length === 0 ? {} : { varFiles }),
    ...(workspace === undefined ? {} : { workspace }),
  };
}

/** The place with links resolved. */
export function realPlace({ root, top }: ProjectPlace): ProjectPlace {
  return { root: realPath(root) ?? root, top: realPath(top) ?? top };
}
