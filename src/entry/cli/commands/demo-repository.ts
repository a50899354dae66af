import { simpleGit } from 'simple-git';
import type { Io } from '../../../ports/io.ts';

/** Who commits in demos. */
export const demoIdentity = ['user.name=Demo', 'user.email=demo@localhost', 'commit.gpgsign=false'];

/** Makes a repository of a folder of a demo. False where there is no git to commit with. */
export async function commitDemo(folder: string, io: Io, message: string): Promise<boolean> {
  const path = io.env['PATH'];
  const git = simpleGit({ baseDir: folder, config: demoIdentity }).env({
    HOME: folder,
    ...(path === undefined ? {} : { PATH: path }),
  });
  try {
    await git.raw(['init', '--quiet', '--initial-branch=main']);
    await git.raw(['add', '--all']);
    await git.raw(['commit', '--quiet', `--message=${message}`]);
    return true;
  } catch {
    return false;
  }
}
