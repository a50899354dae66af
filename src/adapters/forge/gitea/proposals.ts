import { ok, type Result } from '../../../model/result.ts';
import type { Proposals } from '../../../ports/forge/proposals.ts';
import { type Connection, connectForge, type TokenPlace } from '../connection.ts';
import { createTokenCredential } from '../http/token.ts';
import type { HttpClock } from '../http/types.ts';
import { createProposals } from '../pull-requests/proposals.ts';
import { createGiteaPullRequestApi } from './pull-request-api.ts';

/** The URL is `https://HOST/api/v1`. */
export function connectGitea(
  { token, ...place }: TokenPlace,
  clock: HttpClock,
): Result<Connection> {
  return connectForge({ ...place, name: 'Gitea', headers: {}, deepest: 2 }, clock, () =>
    ok(createTokenCredential('authorization', 'token ', token)),
  );
}

export function giteaProposals({ http, repository }: Connection): Proposals {
  return createProposals(createGiteaPullRequestApi(http, repository));
}
