import { ok, type Result } from '../../../model/result.ts';
import type { Connection } from '../connection.ts';
import { parseBase } from '../http/base.ts';
import { createForgeHttp } from '../http/client.ts';
import { parseRepository } from '../http/repository.ts';
import { createTokenCredential } from '../http/token.ts';
import type { HttpClock } from '../http/types.ts';
import { createAppCredential, type GitHubApp } from './app-credential.ts';
import { githubHeaders } from './headers.ts';

export interface GitHubSettings {
  /** `owner/name` */
  readonly repository: string;
  /** `https://api.github.com`, or `https://HOST/api/v3` for GitHub Enterprise. */
  readonly url?: string;
  readonly access:
    | { readonly kind: 'token'; readonly token: string }
    | ({ readonly kind: 'app' } & GitHubApp);
}

/** Fails if the settings cannot be used; does not call the forge yet. */
export function connectGitHub(
  { repository, url = 'https://api.github.com', access }: GitHubSettings,
  clock: HttpClock,
): Result<Connection> {
  const base = parseBase(url);
  if (!base.ok) return base;
  const parsed = parseRepository(repository, 2);
  if (!parsed.ok) return parsed;
  const [owner = '', name = ''] = parsed.value;
  const credential =
    access.kind === 'app'
      ? createAppCredential(access, { owner, name }, base.value, clock)
      : ok(createTokenCredential('authorization', 'Bearer ', access.token));
  if (!credential.ok) return credential;
  const http = createForgeHttp({
    name: 'GitHub',
    base: base.value,
    headers: githubHeaders,
    credential: credential.value,
    clock,
  });
  return ok({ http, credential: credential.value, repository: parsed.value });
}
