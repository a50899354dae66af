import { ok, type Result } from '../../model/result.ts';
import type { Proposals } from '../../pipeline/proposals.ts';
import { parseBase } from '../http/base.ts';
import { createForgeHttp } from '../http/client.ts';
import { parseRepository } from '../http/repository.ts';
import { createTokenCredential } from '../http/token.ts';
import type { HttpClock } from '../http/types.ts';
import { createProposals } from '../tracker/proposals.ts';
import { createGiteaTracker } from './tracker.ts';

export interface GiteaSettings {
  /** `owner/name` */
  readonly repository: string;
  /** `https://HOST/api/v1` */
  readonly url: string;
  readonly token: string;
}

/** Pull requests on Gitea or Forgejo. Fails when the settings cannot be used; asks nothing yet. */
export function createGiteaProposals(
  { repository, url, token }: GiteaSettings,
  clock: HttpClock,
): Result<Proposals> {
  const base = parseBase(url);
  if (!base.ok) return base;
  const parsed = parseRepository(repository, 2);
  if (!parsed.ok) return parsed;
  const [owner = '', name = ''] = parsed.value;
  const credential = createTokenCredential('authorization', 'token ', token);
  const http = createForgeHttp({ name: 'Gitea', base: base.value, headers: {}, credential, clock });
  return ok(createProposals(createGiteaTracker(http, owner, name)));
}
