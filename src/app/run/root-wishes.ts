import { isDeepStrictEqual } from 'node:util';
import { folderKey, isFolderAtOrBelow } from '../../code/terraform/project/folder.ts';
import type { RootStack } from '../../code/terraform/repository/types.ts';
import type { Wishes } from '../../reconcile/patch/wishes.ts';
import type { CopyGround } from '../verify/copy-place.ts';

/** The changes to code that one of several roots wants. */
export interface RootWishes
  extends Pick<RootStack, 'varFiles' | 'workspace'>,
    Pick<Wishes, 'goals'> {
  /** Folder of the root module, absolute, with links resolved. */
  readonly root: string;
}

/** What the other stacks of the repository want, by their folders in it. */
export function wishesOfOtherRoots(
  { root: own, top }: CopyGround,
  { varFiles: ownFiles, workspace: ownSpace }: Pick<RootWishes, 'varFiles' | 'workspace'>,
  wishes: readonly RootWishes[],
): readonly Wishes[] {
  const isOwn = ({ root, varFiles, workspace }: RootWishes): boolean =>
    root === own && workspace === ownSpace && isDeepStrictEqual(varFiles, ownFiles);
  return wishes
    .filter((each) => !isOwn(each) && isFolderAtOrBelow(each.root, top))
    .map(({ root, varFiles, workspace, goals }) => ({
      stack: { folder: folderKey(top, root), varFiles, workspace },
      goals,
    }));
}
