import { quietGit, type SafeGit, safeGit } from '../../../adapters/git/safe-git.ts';
import type { Io } from '../../../ports/io.ts';

/** Who commits in demos. */
const identity = {
  GIT_AUTHOR_NAME: 'Demo',
  GIT_AUTHOR_EMAIL: 'demo@localhost',
  GIT_COMMITTER_NAME: 'Demo',
  GIT_COMMITTER_EMAIL: 'demo@localhost',
};

/** Git in a folder of a demo, with no settings of the machine. */
export function demoGit(folder: string, io: Io): Promise<SafeGit> {
  const path = io.env['PATH'];
  const environment = { HOME: folder, ...(path === undefined ? {} : { PATH: path }) };
  return safeGit(folder, environment, { more: identity });
}

/** Makes a repository of a folder of a demo. False where there is no git to commit with. */
export async function commitDemo(folder: string, io: Io, message: string): Promise<boolean> {
  const git = await demoGit(folder, io);
  for (const args of [
    ['init', '--quiet', '--initial-branch=main'],
    ['add', '--all'],
    ['commit', '--quiet', `--message=${message}`],
  ]) {
    if ((await quietGit(git(args))) === undefined) return false;
  }
  return true;
}
