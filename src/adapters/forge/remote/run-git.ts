import type { Git, GitCall, GitOutput } from '../../git/run.ts';

/** Runs git on one repository. */
export type RunRemoteGit = (
  args: readonly string[],
  call?: Pick<GitCall, 'env' | 'input' | 'remote'>,
) => Promise<GitOutput>;

export function inRepository(git: Git, gitDir: string, signal?: AbortSignal): RunRemoteGit {
  return (args, call) => git({ ...call, args: ['--git-dir', gitDir, ...args], signal });
}
