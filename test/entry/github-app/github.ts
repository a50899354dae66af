import { randomBytes } from 'node:crypto';
import type { JsonObject } from '../../../src/model/json.ts';
import { type Asked, startHttp } from '../../adapters/collect/servers/http.ts';
import { filledUp, readDescription, strayings } from '../../adapters/forge/openapi/description.ts';

export interface FakeGitHub {
  /** Base URL of the API, in the form of GitHub Enterprise. */
  readonly api: string;
  /** What was posted to the page for new apps, in order. */
  readonly wishes: readonly Wish[];
  /** Deviations of the calls from GitHub's API description. */
  readonly strayings: readonly string[];
  /** The last code that was issued. */
  readonly code: () => string;
  stop(): Promise<void>;
}

export interface Wish {
  readonly path: string;
  readonly manifest: JsonObject;
}

export const made = {
  id: 424242,
  slug: 'parley-acme',
  pem: '-----BEGIN RSA PRIVATE KEY-----\nbm90IGEga2V5\n-----END RSA PRIVATE KEY-----\n',
  webhook_secret: 'a-webhook-secret-of-thirty-two-chars',
};

const description = readDescription('github.json');

/** The documented members of a manifest. */
const members = new Set([
  'name',
  'url',
  'hook_attributes',
  'redirect_url',
  'callback_urls',
  'setup_url',
  'description',
  'public',
  'default_events',
  'default_permissions',
  'request_oauth_on_install',
  'setup_on_update',
]);

/**
 * The manifest flow as GitHub documents it: a form post with the manifest, a page where a person
 * confirms, a redirect back with a code and the state, and a one-time exchange of the code.
 */
export async function startFakeGitHub(): Promise<FakeGitHub> {
  const wishes: Wish[] = [];
  const strange: string[] = [];
  let code = '';
  const html = (body: string) => ({ status: 200, headers: { 'content-type': 'text/html' }, body });
  const takeManifest = ({ url, body }: Asked) => {
    const form = new URLSearchParams(body);
    const manifest = JSON.parse(form.get('manifest') ?? '{}');
    wishes.push({ path: url.pathname, manifest });
    strange.push(...Object.keys(manifest).filter((name) => !members.has(name)));
    code = randomBytes(20).toString('hex');
    const back = new URL(manifest.redirect_url);
    back.searchParams.set('code', code);
    back.searchParams.set('state', url.searchParams.get('state') ?? '');
    const to = back.href.replaceAll('&', '&amp;');
    return html(`<title>Create</title><a id="confirm" href="${to}">Create GitHub App</a>`);
  };
  const convert = (asked: Asked, given: string) => {
    const isGood = code !== '' && given === code;
    code = isGood ? '' : code;
    const page = { html_url: `${server.url}/github-apps/${made.slug}` };
    const plain = isGood
      ? { status: 201, body: JSON.stringify({ ...made, ...page }) }
      : { status: 404, body: JSON.stringify({ message: 'Not Found' }) };
    const answer = filledUp(description, asked, plain);
    strange.push(...strayings(description, asked, answer));
    return answer;
  };
  const server = await startHttp((asked) => {
    const { method, url } = asked;
    if (
      method === 'POST' &&
      /^(?:\/organizations\/[\w-]+)?\/settings\/apps\/new$/.test(url.pathname)
    ) {
      return takeManifest(asked);
    }
    const api = new URL(url.href.replace('/api/v3', ''));
    const [, given] = /^\/app-manifests\/([^/]+)\/conversions$/.exec(api.pathname) ?? [];
    if (method === 'POST' && given !== undefined) return convert({ ...asked, url: api }, given);
    return { status: 404, body: '{}' };
  });
  return {
    api: `${server.url}/api/v3`,
    wishes,
    strayings: strange,
    code: () => code,
    stop: server.stop,
  };
}
