import { fail, ok, type Result } from '../../../model/result.ts';
import { parseBase } from '../http/base.ts';
import { createForgeHttp } from '../http/client.ts';
import { withoutSecret } from '../http/token.ts';
import type { Credential, HttpClock } from '../http/types.ts';
import { githubHeaders } from './app-credential.ts';
import { MadeApp } from './schema.ts';

/** An app that GitHub has created. */
export interface NewApp {
  readonly id: string;
  /** Its name in URLs. */
  readonly slug: string;
  /** PEM. A secret. */
  readonly privateKey: string;
  /** A secret. */
  readonly webhookSecret: string;
  /** Page on which it is installed on repositories. */
  readonly install: string;
}

/**
 * Exchanges the code with which GitHub sends the browser back. The code works once, within an hour,
 * and is the only authentication of the call, so it is as secret as a token.
 */
export async function convertManifest(
  api: string,
  code: string,
  clock: HttpClock,
): Promise<Result<NewApp>> {
  const base = parseBase(api);
  if (!base.ok) return base;
  if (!/^[\w-]{1,200}$/.test(code)) {
    return fail({
      code: 'github-code',
      message: 'What came back from GitHub has no code.',
      hint: 'Begin again.',
    });
  }
  const http = createForgeHttp({
    name: 'GitHub',
    base: base.value,
    headers: githubHeaders,
    credential: codeAlone(code),
    clock,
  });
  const path = ['app-manifests', code, 'conversions'];
  const made = await http.json({ method: 'POST', path }, MadeApp);
  if (!made.ok) return made;
  const { id, slug, pem, webhook_secret: webhookSecret, html_url: page } = made.value;
  const install = `${page}/installations/new`;
  return ok({ id: String(id), slug, privateKey: pem, webhookSecret, install });
}

/** Only names the client, because the address itself is the credential. */
function codeAlone(code: string): Credential {
  return {
    header: async () => ok(['user-agent', 'parley']),
    token: async () => ok(''),
    hide: (text) => withoutSecret(text, code),
  };
}
