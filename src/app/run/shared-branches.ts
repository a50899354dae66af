import { resolve } from 'node:path';
import { compareText } from '../../model/text.ts';
import type { Proposed } from '../../ports/forge/proposal.ts';
import type { PatchedFile } from '../../ports/patched-intent.ts';

/** A branch made for a root, with the root named as on the command line. */
export interface RootBranch {
  readonly root: string;
  readonly proposed: Proposed;
}

/**
 * The branches of roots that are worked on together: an edit that several roots need is on one
 * branch.
 */
export interface SharedBranches {
  /**
   * The branch that has exactly these files in their new form. `folder` is the folder of the root,
   * absolute.
   */
  find(folder: string, files: readonly PatchedFile[]): RootBranch | undefined;
  add(folder: string, files: readonly PatchedFile[], branch: RootBranch): void;
}

export function createSharedBranches(): SharedBranches {
  const branches = new Map<string, RootBranch>();
  return {
    find: (folder, files) => branches.get(keyOf(folder, files)),
    add(folder, files, branch) {
      branches.set(keyOf(folder, files), branch);
    },
  };
}

function keyOf(folder: string, files: readonly PatchedFile[]): string {
  const edits = files.map(({ path, before, after }) => [resolve(folder, path), before, after]);
  return JSON.stringify(edits.sort(([a = ''], [b = '']) => compareText(a, b)));
}
