import type { Proposals } from '../../../ports/forge/proposals.ts';
import { createProposals } from '../pull-requests/proposals.ts';
import type { GitIdentity } from '../remote/objects.ts';
import { inRepository, type RemoteGit, type RunRemoteGit } from '../remote/run-git.ts';
import { createLocalPullRequestApi } from './pull-request-api.ts';
import { createRegister } from './register.ts';

export interface LocalDeps {
  readonly git: RemoteGit;
  /** Author of the commits of the register. */
  readonly by: GitIdentity;
  /** ISO 8601 UTC. */
  readonly now: () => string;
}

/** Proposals in a repository on this machine: `repository` is the absolute path of its folder. */
export function createLocalProposals(repository: string, { git, by, now }: LocalDeps): Proposals {
  const run = openedAt(git, repository);
  return createProposals(
    createLocalPullRequestApi(run, createRegister(run, by, now), { repository, now }),
  );
}

/** The folder is a working tree or a bare repository; which one is found out by the first call. */
function openedAt(git: RemoteGit, repository: string): RunRemoteGit {
  const inTree = inRepository(git, `${repository}/.git`);
  let found: Promise<RunRemoteGit> | undefined;
  const find = async (): Promise<RunRemoteGit> => {
    const { code } = await inTree(['rev-parse', '--git-dir']);
    return code === 0 ? inTree : inRepository(git, repository);
  };
  return async (args, call) => {
    found ??= find();
    return (await found)(args, call);
  };
}
