import { ok, type Result } from '../../../model/result.ts';
import type { Proposals } from '../../../ports/forge/proposals.ts';
import { type Connection, connectForge } from '../connection.ts';
import { createTokenCredential } from '../http/token.ts';
import type { HttpClock } from '../http/types.ts';
import { createProposals } from '../pull-requests/proposals.ts';
import { createAppCredential, type GitHubApp, githubHeaders } from './app-credential.ts';
import { createCheckRuns, createStatuses } from './check.ts';
import { createGitHubPullRequestApi } from './pull-request-api.ts';

export interface GitHubSettings {
  /** `owner/name` */
  readonly repository: string;
  /** `https://api.github.com`, or `https://HOST/api/v3` for GitHub Enterprise. */
  readonly url?: string;
  readonly access:
    | { readonly kind: 'token'; readonly token: string }
    | ({ readonly kind: 'app' } & GitHubApp);
}

export function connectGitHub(
  { repository, url = 'https://api.github.com', access }: GitHubSettings,
  clock: HttpClock,
): Result<Connection> {
  const place = { name: 'GitHub', headers: githubHeaders, repository, url, deepest: 2 };
  return connectForge(place, clock, (base, parts) =>
    access.kind === 'app'
      ? createAppCredential(access, parts, base, clock)
      : ok(createTokenCredential('authorization', 'Bearer ', access.token)),
  );
}

/** Pull requests on GitHub. Only apps may create check runs; users set commit statuses. */
export function githubProposals(
  { http, repository }: Connection,
  access: GitHubSettings['access']['kind'],
): Proposals {
  const setCheck =
    access === 'app' ? createCheckRuns(http, repository) : createStatuses(http, repository);
  return createProposals(createGitHubPullRequestApi(http, repository, setCheck));
}
