import { posix } from 'node:path';
import { folderKey } from '../../code/terraform/project/folder.ts';
import { isCodeFile, pathsUp } from '../../code/terraform/project/sources.ts';
import type { CopyRequest } from '../../code/terraform/run/in-copy.ts';
import type { InstallPlace } from '../../code/terraform/run/install-place.ts';
import type { Permissions } from '../../code/terraform/run/permitted.ts';
import type { SourceTree } from '../../model/source-tree.ts';

export interface CopyGround {
  /** Folder of the root module, absolute, with links resolved. */
  readonly root: string;
  /**
   * Folder of the repository, absolute, with links resolved. Nothing outside of it may be copied.
   */
  readonly top: string;
  readonly tree: SourceTree;
  /** Where everything that `init` installs is kept between runs. */
  readonly installs?: InstallPlace;
  /** What the code may start; defaults to whatever the code names. */
  readonly permissions?: Permissions;
}

/**
 * What Terraform gets a copy of: the root module, and whatever its code refers to outside of it but
 * within the repository. Paths of `files` are relative to the root module.
 */
export function copyPlace(
  { root, top, tree, installs, permissions }: CopyGround,
  files: ReadonlyMap<string, string>,
): Pick<CopyRequest, 'project' | 'root' | 'files' | 'parts' | 'installs' | 'permissions'> {
  const folder = folderKey(top, root);
  const kept = {
    ...(installs === undefined ? {} : { installs }),
    ...(permissions === undefined ? {} : { permissions }),
  };
  if (folder === '') return { project: root, files, ...kept };
  const fromTop = (path: string) => posix.join(folder, path);
  return {
    ...kept,
    project: top,
    root: folder,
    files: new Map([...files].map(([path, text]) => [fromTop(path), text])),
    parts: [...new Set(pathsOutside(tree).map(fromTop))]
      .filter((path) => !path.startsWith('../'))
      .sort(),
  };
}

/** Folders of modules, files, and paths that the code names, relative to the root. */
function pathsOutside(tree: SourceTree): readonly string[] {
  const named: string[] = [];
  for (const [path, text] of tree) {
    const isOutside = path.startsWith('../');
    const folder = posix.dirname(path);
    if (isOutside) named.push(isCodeFile(path) ? folder : path);
    if (isCodeFile(path) && text.includes('../')) {
      // A path is relative to the module (`path.module`, `source`) or to the root.
      for (const path of pathsUp(text)) named.push(posix.normalize(path), posix.join(folder, path));
    }
  }
  return named.filter((path) => path.startsWith('../'));
}
