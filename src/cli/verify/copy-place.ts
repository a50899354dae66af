import { posix, relative, sep } from 'node:path';
import type { SourceTree } from '../../terraform/config/types.ts';
import type { CopyRequest } from '../../terraform/run/in-copy.ts';

export interface CopyGround {
  /** Folder of the root module, absolute. */
  readonly root: string;
  /** Folder of the repository, where that is known to be all that may be copied. */
  readonly within?: string | undefined;
  readonly tree: SourceTree;
}

/**
 * What Terraform gets a copy of: the root module, or the repository where the code calls modules
 * beside it. Paths of `files` are relative to the root module.
 */
export function copyPlace(
  { root, within, tree }: CopyGround,
  files: ReadonlyMap<string, string>,
): Pick<CopyRequest, 'project' | 'root' | 'files'> {
  const leadsOut = [...tree.keys()].some((path) => path.startsWith('../'));
  if (within === undefined || !leadsOut) return { project: root, files };
  const folder = relative(within, root).split(sep).join('/');
  return {
    project: within,
    root: folder,
    files: new Map([...files].map(([path, text]) => [posix.join(folder, path), text])),
  };
}
