import { ok, type Result } from '../../../model/result.ts';
import type { Proposals } from '../../../ports/forge/proposals.ts';
import type { Connection } from '../connection.ts';
import type { HttpClock } from '../http/types.ts';
import { createProposals } from '../pull-requests/proposals.ts';
import { createCheckRuns, createStatuses } from './check.ts';
import { connectGitHub, type GitHubSettings } from './connect.ts';
import { createGitHubPullRequestApi } from './pull-request-api.ts';

/** Pull requests on GitHub. Fails when the settings cannot be used; asks nothing of the forge yet. */
export function createGitHubProposals(
  settings: GitHubSettings,
  clock: HttpClock,
): Result<Proposals> {
  const connection = connectGitHub(settings, clock);
  return connection.ok ? ok(githubProposals(connection.value, settings.access.kind)) : connection;
}

/** Only apps may make check runs. */
export function githubProposals(
  { http, repository: [owner = '', name = ''] }: Connection,
  access: GitHubSettings['access']['kind'],
): Proposals {
  const place = { owner, name };
  const setCheck = access === 'app' ? createCheckRuns(http, place) : createStatuses(http, place);
  return createProposals(createGitHubPullRequestApi(http, place, setCheck));
}
