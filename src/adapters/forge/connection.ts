import { fail, ok, type Result } from '../../model/result.ts';
import { displayText } from '../../model/text.ts';
import { parseBase } from './http/base.ts';
import { createForgeHttp } from './http/client.ts';
import type { Credential, ForgeHttp, ForgeHttpOptions, HttpClock } from './http/types.ts';

/** The API of a forge, for one repository. */
export interface Connection {
  readonly http: ForgeHttp;
  readonly credential: Credential;
  /** Parts of the repository's name. */
  readonly repository: readonly string[];
}

/** Where a repository is on a forge that takes a token. */
export interface TokenPlace {
  /** `owner/name`; on GitLab possibly with subgroups. */
  readonly repository: string;
  /** Base URL of the API. */
  readonly url: string;
  readonly token: string;
}

interface ForgeAddress extends Pick<ForgeHttpOptions, 'name' | 'headers'> {
  readonly repository: string;
  readonly url: string;
  /** Most parts of the repository's name. */
  readonly deepest: number;
}

/** Fails if the settings cannot be used; does not call the forge yet. */
export function connectForge(
  { name, headers, repository, url, deepest }: ForgeAddress,
  clock: HttpClock,
  credentialFor: (base: URL, repository: readonly string[]) => Result<Credential>,
): Result<Connection> {
  const base = parseBase(url);
  if (!base.ok) return base;
  const parts = parseRepository(repository, deepest);
  if (!parts.ok) return parts;
  const credential = credentialFor(base.value, parts.value);
  if (!credential.ok) return credential;
  const access = { base: base.value, credential: credential.value, clock };
  const http = createForgeHttp({ name, headers, ...access });
  return ok({ http, credential: credential.value, repository: parts.value });
}

/** Parts of `owner/name` or, with nested groups, `group/subgroup/name`: at most `max`. */
function parseRepository(text: string, max: number): Result<readonly string[]> {
  const parts = text.split('/');
  const isName = parts.every((part) => /^[\w.-]{1,255}$/.test(part) && !/^\.{1,2}$/.test(part));
  if (isName && parts.length >= 2 && parts.length <= max) return ok(parts);
  return fail({
    code: 'forge-repository',
    message: `${displayText(text, 100)} is not the name of a repository.`,
    hint: 'Write owner/name.',
  });
}
