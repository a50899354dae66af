import { ok, type Result } from '../../../model/result.ts';
import type { Proposals } from '../../../ports/forge/proposals.ts';
import type { Connection } from '../connection.ts';
import { parseBase } from '../http/base.ts';
import { createForgeHttp } from '../http/client.ts';
import { parseRepository } from '../http/repository.ts';
import { createTokenCredential } from '../http/token.ts';
import type { HttpClock } from '../http/types.ts';
import { createProposals } from '../pull-requests/proposals.ts';
import { createGitLabPullRequestApi } from './pull-request-api.ts';

export interface GitLabSettings {
  /** `group/name`, possibly with subgroups. */
  readonly repository: string;
  /** `https://gitlab.com/api/v4` */
  readonly url?: string;
  readonly token: string;
}

/** Most parts of a path: GitLab nests groups twenty deep. */
const deepest = 21;

export function connectGitLab(
  { repository, url = 'https://gitlab.com/api/v4', token }: GitLabSettings,
  clock: HttpClock,
): Result<Connection> {
  const base = parseBase(url);
  if (!base.ok) return base;
  const project = parseRepository(repository, deepest);
  if (!project.ok) return project;
  const credential = createTokenCredential('private-token', '', token);
  const http = createForgeHttp({
    name: 'GitLab',
    base: base.value,
    headers: {},
    credential,
    clock,
  });
  return ok({ http, credential, repository: project.value });
}

export function gitlabProposals({ http, repository }: Connection): Proposals {
  return createProposals(createGitLabPullRequestApi(http, repository.join('/')));
}
