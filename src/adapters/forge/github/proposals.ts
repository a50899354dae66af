import type { Proposals } from '../../../ports/forge/proposals.ts';
import type { Connection } from '../connection.ts';
import { createProposals } from '../pull-requests/proposals.ts';
import { createCheckRuns, createStatuses } from './check.ts';
import type { GitHubSettings } from './connect.ts';
import { createGitHubPullRequestApi } from './pull-request-api.ts';

/** Pull requests on GitHub. Only apps may create check runs; users set commit statuses. */
export function githubProposals(
  { http, repository: [owner = '', name = ''] }: Connection,
  access: GitHubSettings['access']['kind'],
): Proposals {
  const place = { owner, name };
  const setCheck = access === 'app' ? createCheckRuns(http, place) : createStatuses(http, place);
  return createProposals(createGitHubPullRequestApi(http, place, setCheck));
}
