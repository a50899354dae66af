import { safeGit } from '../git/safe-git.ts';
import { gitAuthor } from './git.ts';
import { authorVariables } from './remote/objects.ts';

/** Commits the current state of files of a working tree, including deletions, and nothing else. */
export async function commitFiles(
  dir: string,
  environment: Readonly<Record<string, string>>,
  { paths, message }: { readonly paths: readonly string[]; readonly message: string },
): Promise<string> {
  const git = await safeGit(dir, environment, { more: authorVariables(gitAuthor) });
  // Git does not accept the path of a deleted file that was never committed.
  const known = ['ls-files', '-z', '--cached', '--others', '--', ...paths];
  const there = (await git(known)).split('\0').filter(Boolean);
  await git(['add', '--all', '--', ...there]);
  await git(['commit', '--quiet', '--no-gpg-sign', '--only', '-m', message, '--', ...there]);
  return (await git(['rev-parse', 'HEAD'])).trim();
}
