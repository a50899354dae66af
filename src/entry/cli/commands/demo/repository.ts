import { quietGit, type SafeGit, safeGit } from '../../../../adapters/git/safe-git.ts';
import type { Io } from '../../../../ports/io.ts';

/** The committer in demos. */
const identity = {
  GIT_AUTHOR_NAME: 'Demo',
  GIT_AUTHOR_EMAIL: 'demo@localhost',
  GIT_COMMITTER_NAME: 'Demo',
  GIT_COMMITTER_EMAIL: 'demo@localhost',
};

/** Git in the folder of a demo, without the settings of this machine. */
export function demoGit(folder: string, io: Io): Promise<SafeGit> {
  const path = io.env['PATH'];
  const environment = { HOME: folder, ...(path === undefined ? {} : { PATH: path }) };
  return safeGit(folder, environment, { more: identity });
}

/** Makes the folder of a demo a repository. False where git is missing or cannot commit. */
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
