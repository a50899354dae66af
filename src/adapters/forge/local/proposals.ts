import type { Proposals } from '../../../ports/forge/proposals.ts';
import type { Git, GitCommand } from '../../git/run.ts';
import { createProposals } from '../pull-requests/proposals.ts';
import type { GitIdentity } from '../remote/objects.ts';
import { inRepository } from '../remote/run-git.ts';
import { createLocalPullRequestApi } from './pull-request-api.ts';
import { createRegister } from './register.ts';

export interface LocalDeps {
  readonly git: Git;
  /** Author of the commits of the register. */
  readonly by: GitIdentity;
  /** ISO 8601 UTC. */
  readonly now: () => string;
}

/** Proposals in a repository on this machine: `repository` is the absolute path of its folder. */
export function createLocalProposals(repository: string, { git, by, now }: LocalDeps): Proposals {
  const opened = openedAt(git, repository);
  const register = createRegister(opened, by, now);
  return createProposals(createLocalPullRequestApi({ git: opened, register, repository, now }));
}

/** The folder is a working tree or a bare repository; which one is found out by the first call. */
function openedAt(git: Git, repository: string): GitCommand {
  const inTree = inRepository(git, `${repository}/.git`);
  let found: Promise<GitCommand> | undefined;
  const find = async (): Promise<GitCommand> => {
    const { code } = await inTree(['rev-parse', '--git-dir']);
    return code === 0 ? inTree : inRepository(git, repository);
  };
  return async (args, call) => {
    found ??= find();
    return (await found)(args, call);
  };
}
