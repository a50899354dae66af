import { type BranchLog, branchLogCommand, readBranchCommits } from '../branch-log.ts';
import { output, type RunRemoteGit } from './run-git.ts';

/** The commits of the branch that none of the bases contains. */
export function readBranch(
  git: RunRemoteGit,
  tip: string,
  bases: readonly string[],
): Promise<BranchLog> {
  return readLog(git, tip, bases);
}

/** Reads only the commit at the tip. */
export function readTip(git: RunRemoteGit, tip: string): Promise<BranchLog> {
  return readLog(git, tip);
}

async function readLog(
  git: RunRemoteGit,
  tip: string,
  bases?: readonly string[],
): Promise<BranchLog> {
  return { tip, commits: readBranchCommits(await output(git, branchLogCommand(tip, bases))) };
}
