import { ok, type Result } from '../../../model/result.ts';
import type { Proposals } from '../../../ports/forge/proposals.ts';
import type { Connection } from '../connection.ts';
import { parseBase } from '../http/base.ts';
import { createForgeHttp } from '../http/client.ts';
import { parseRepository } from '../http/repository.ts';
import { createTokenCredential } from '../http/token.ts';
import type { HttpClock } from '../http/types.ts';
import { createProposals } from '../pull-requests/proposals.ts';
import { createGiteaPullRequestApi } from './pull-request-api.ts';

export interface GiteaSettings {
  /** `owner/name` */
  readonly repository: string;
  /** `https://HOST/api/v1` */
  readonly url: string;
  readonly token: string;
}

export function connectGitea(
  { repository, url, token }: GiteaSettings,
  clock: HttpClock,
): Result<Connection> {
  const base = parseBase(url);
  if (!base.ok) return base;
  const parsed = parseRepository(repository, 2);
  if (!parsed.ok) return parsed;
  const credential = createTokenCredential('authorization', 'token ', token);
  const http = createForgeHttp({ name: 'Gitea', base: base.value, headers: {}, credential, clock });
  return ok({ http, credential, repository: parsed.value });
}

export function giteaProposals({
  http,
  repository: [owner = '', name = ''],
}: Connection): Proposals {
  return createProposals(createGiteaPullRequestApi(http, owner, name));
}
