import { createPrivateKey, type KeyObject, sign } from 'node:crypto';
import { minute } from '../../../model/instant.ts';
import { fail, ok, type Problem, type Result } from '../../../model/result.ts';
import { createForgeHttp } from '../http/client.ts';
import { withoutSecret } from '../http/token.ts';
import type { Credential, HttpClock } from '../http/types.ts';
import { Installation, InstallationToken } from './schema.ts';

/** The version of the API that the schemas were written for. */
export const githubHeaders: Readonly<Record<string, string>> = {
  accept: 'application/vnd.github+json',
  'x-github-api-version': '2022-11-28',
};

/** A GitHub App that is installed where the repository is. */
export interface GitHubApp {
  /** Client id or number of the app. */
  readonly app: string;
  /** Looked up by the repository if left out. */
  readonly installation?: number;
  /** PEM. A secret. */
  readonly privateKey: string;
}

interface Held {
  readonly token: string;
  /** Milliseconds since 1970. */
  readonly expires: number;
}

/** Tokens live for an hour. One that expires within this time is not used for another call. */
const margin = 5 * minute;

/**
 * Signs requests as an installation of an app: a token of one hour, for this repository alone, made
 * when it is needed and kept in memory only.
 */
export function createAppCredential(
  app: GitHubApp,
  repository: readonly string[],
  base: URL,
  clock: HttpClock,
): Result<Credential> {
  const key = readKey(app.privateKey);
  if (!key.ok) return key;
  let given: readonly string[] = [];
  const hide = (text: string) => given.reduce(withoutSecret, text);
  const http = createForgeHttp({
    name: 'GitHub',
    base,
    headers: githubHeaders,
    clock,
    credential: signedBy(() => appToken(app.app, key.value, clock.now()), hide),
  });
  let { installation } = app;
  const find = async (): Promise<Result<number>> => {
    const path = ['repos', ...repository, 'installation'];
    const found = await http.json({ method: 'GET', path }, Installation);
    return found.ok ? ok(found.value.id) : fail(notInstalled(found.error));
  };
  let held: Held | undefined;
  const token = async (): Promise<Result<string>> => {
    // Written so that an unreadable date counts as expired.
    if (held !== undefined && held.expires - clock.now() > margin) return ok(held.token);
    const found = installation === undefined ? await find() : ok(installation);
    if (!found.ok) return found;
    installation = found.value;
    const path = ['app', 'installations', installation, 'access_tokens'];
    const body = { repositories: repository.slice(1) };
    const made = await http.json({ method: 'POST', path, body }, InstallationToken);
    if (!made.ok) return made;
    given = [made.value.token, ...given].slice(0, 3);
    held = { token: made.value.token, expires: Date.parse(made.value.expires_at) };
    return ok(held.token);
  };
  return ok({
    hide,
    token,
    async header() {
      const made = await token();
      return made.ok ? ok(bearer(made.value)) : made;
    },
  });
}

function signedBy(token: () => string, hide: Credential['hide']): Credential {
  return { hide, token: async () => ok(token()), header: async () => ok(bearer(token())) };
}

function notInstalled(problem: Problem): Problem {
  if (problem.code !== 'forge-not-found') return problem;
  return { ...problem, hint: 'Install the GitHub App on the repository.' };
}

function bearer(token: string): readonly [string, string] {
  return ['authorization', `Bearer ${token}`];
}

/**
 * The token with which an app identifies itself (RFC 7519, RS256): valid from a minute ago, in case
 * clocks differ, and for less than the ten minutes that GitHub allows.
 */
function appToken(app: string, key: KeyObject, now: number): string {
  const seconds = Math.floor(now / 1000);
  const head = encoded({ alg: 'RS256', typ: 'JWT' });
  const claims = encoded({ iat: seconds - 60, exp: seconds + 540, iss: app });
  const signature = sign('RSA-SHA256', Buffer.from(`${head}.${claims}`), key);
  return `${head}.${claims}.${signature.toString('base64url')}`;
}

function encoded(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

function readKey(pem: string): Result<KeyObject> {
  try {
    const key = createPrivateKey(pem);
    if (key.asymmetricKeyType === 'rsa') return ok(key);
  } catch {
    // The text of the error may contain part of the key.
  }
  return fail({
    code: 'forge-key',
    message: 'The private key of the GitHub App is not an RSA key in PEM.',
    hint: 'Use the file that GitHub gave when the key was generated.',
  });
}
