import { posix } from 'node:path';
import { mayBeInRepository } from '../git/repository.ts';
import type { GitCommand } from '../git/run.ts';
import { safeCommand } from '../git/safe-git.ts';
import { type GitIdentity, gitOutput } from './remote/objects.ts';

/**
 * A repository with a project. Its commands are plumbing: none reads or changes the working tree or
 * the index, or looks into what a commit changed.
 */
export interface GitRepository {
  readonly git: GitCommand;
  /**
   * Path in the repository of a path in the project; undefined if it lies outside the repository.
   */
  pathOf(path: string): string | undefined;
}

/** Author and committer of Parley's commits. */
export const gitAuthor: GitIdentity = { name: 'Parley', email: 'parley@localhost' };

/** The commit that is checked out; undefined if there is none, or no repository or git. */
export async function headCommit(
  dir: string,
  environment: Readonly<Record<string, string>>,
): Promise<string | undefined> {
  if (!(await mayBeInRepository(dir))) return undefined;
  const git = await safeCommand(dir, environment, { isPlumbing: true });
  const { code, out } = await git(['rev-parse', '--verify', '--quiet', 'HEAD^{commit}']);
  return code === 0 ? out.trim() : undefined;
}

/** Opens the repository that holds `dir`, or returns undefined when there is none. */
export async function openGitRepository(
  dir: string,
  environment: Readonly<Record<string, string>>,
): Promise<GitRepository | undefined> {
  if (!(await mayBeInRepository(dir))) return undefined;
  const git = await safeCommand(dir, environment, { isPlumbing: true });
  const { code, out } = await git(['rev-parse', '--is-inside-work-tree', '--show-prefix']);
  const [inside, prefix = ''] = (code === 0 ? out : '').split('\n');
  if (inside !== 'true') return undefined;
  const whole = (path: string): string => posix.normalize(prefix + path);
  return {
    git,
    pathOf: (path) => (whole(path).startsWith('../') ? undefined : whole(path)),
  };
}

/** The commit of each revision; undefined where there is none. */
export async function resolveRevisions(
  git: GitCommand,
  revisions: readonly string[],
): Promise<readonly (string | undefined)[]> {
  const input = revisions.map((revision) => `${revision}^{commit}\n`).join('');
  const args = ['cat-file', '--batch-check=%(objectname)'];
  const lines = (await gitOutput(git, args, { input })).split('\n');
  return revisions.map((_, index) => /^[0-9a-f]{40,64}$/.exec(lines[index] ?? '')?.[0]);
}

/** Content of a file at a commit, or undefined when it is not there. */
export async function fileAt(
  git: GitCommand,
  commit: string,
  path: string,
): Promise<string | undefined> {
  const args = ['cat-file', 'blob', `${commit}:${path}`];
  const { code, out } = await git(args);
  if (code === 0) return out;
  const listed = await gitOutput(git, ['ls-tree', '--full-tree', commit, '--', path]);
  return listed === '' ? undefined : gitOutput(git, args);
}
