import { ok, type Result } from '../../../model/result.ts';
import type { Proposals } from '../../../ports/forge/proposals.ts';
import { type Connection, connectForge, type TokenPlace } from '../connection.ts';
import { createTokenCredential } from '../http/token.ts';
import type { HttpClock } from '../http/types.ts';
import { createProposals } from '../pull-requests/proposals.ts';
import { createGitLabPullRequestApi } from './pull-request-api.ts';

/** Most parts of a path: GitLab nests groups twenty deep. */
const deepest = 21;

interface GitLabSettings extends Pick<TokenPlace, 'repository' | 'token'> {
  readonly url?: string;
}

export function connectGitLab(
  { repository, url = 'https://gitlab.com/api/v4', token }: GitLabSettings,
  clock: HttpClock,
): Result<Connection> {
  return connectForge({ repository, url, name: 'GitLab', headers: {}, deepest }, clock, () =>
    ok(createTokenCredential('private-token', '', token)),
  );
}

export function gitlabProposals({ http, repository }: Connection): Proposals {
  return createProposals(createGitLabPullRequestApi(http, repository.join('/')));
}
