import { safeGit } from '../git/safe-git.ts';
import { gitAuthor } from './git.ts';

/** Commits one file of a working tree as it is there, or that it is gone; nothing else with it. */
export async function commitFile(
  dir: string,
  environment: Readonly<Record<string, string>>,
  { path, message }: { readonly path: string; readonly message: string },
): Promise<string> {
  const git = await safeGit(dir, environment, { more: gitAuthor });
  await git(['add', '--all', '--', path]);
  await git(['commit', '--quiet', '--no-gpg-sign', '--only', '-m', message, '--', path]);
  return (await git(['rev-parse', 'HEAD'])).trim();
}
