import { fail, ok, type Problem, type Result } from '../../../model/result.ts';
import { parseBase } from '../http/base.ts';

/** The GitHub App that a person is asked to create for Parley, and where. */
export interface ManifestWish {
  /** Base URL of the API, as in the settings of a forge. */
  readonly api: string;
  /** Account that will own the app; defaults to that of the person. */
  readonly organization?: string;
  readonly name: string;
  /** `server.public_url` of the service. */
  readonly publicUrl: string;
  /** Name of the forge in the settings. */
  readonly forge: string;
  /** Whether it starts workflows, as `revert_workflow` requires. */
  readonly startsWorkflows: boolean;
}

/**
 * The manifest of an app, in the form of
 * https://docs.github.com/apps/sharing-github-apps/registering-a-github-app-from-a-manifest.
 */
export interface Manifest {
  readonly name: string;
  readonly url: string;
  readonly description: string;
  readonly public: boolean;
  readonly redirect_url: string;
  readonly hook_attributes: { readonly url: string; readonly active: boolean };
  readonly default_permissions: Readonly<Record<string, 'read' | 'write'>>;
  readonly default_events: readonly string[];
}

/** `redirect` is the address to which GitHub sends the person's browser back. */
export function appManifest(wish: ManifestWish, redirect: string): Manifest {
  const { name, publicUrl, forge, startsWorkflows } = wish;
  const base = publicUrl.replace(/\/+$/, '');
  return {
    name,
    url: base,
    description: 'Proposes changes that reconcile the cloud with its code.',
    public: false,
    redirect_url: redirect,
    hook_attributes: { url: `${base}/api/v1/forges/${forge}/webhooks`, active: true },
    default_permissions: {
      metadata: 'read',
      contents: 'write',
      pull_requests: 'write',
      checks: 'write',
      // GitHub reports comments on pull requests as comments on issues.
      issues: 'read',
      ...(startsWorkflows && { actions: 'write' }),
    },
    default_events: ['pull_request', 'issue_comment', 'push'],
  };
}

/**
 * GitHub's page that takes the manifest. Fails if its address does not follow from that of the API.
 */
export function newAppPage(
  { api, organization }: Pick<ManifestWish, 'api' | 'organization'>,
  state: string,
): Result<URL> {
  const base = parseBase(api);
  if (!base.ok) return base;
  const web = webAddress(base.value);
  if (web === undefined) return fail(notGitHub);
  if (organization !== undefined && !/^[a-z\d](?:[a-z\d-]{0,98}[a-z\d])?$/i.test(organization)) {
    return fail(notAnAccount);
  }
  const owner = organization === undefined ? '' : `/organizations/${organization}`;
  const page = new URL(`${owner}/settings/apps/new`, web);
  page.searchParams.set('state', state);
  return ok(page);
}

/**
 * The web address that belongs to `https://HOST/api/v3` of GitHub Enterprise or to
 * `https://api.HOST`.
 */
function webAddress(api: URL): URL | undefined {
  if (/^\/api\/v3\/?$/.test(api.pathname)) return new URL('/', api);
  if (api.pathname !== '/' || !api.hostname.startsWith('api.')) return undefined;
  const web = new URL(api);
  web.hostname = api.hostname.slice('api.'.length);
  return web;
}

const notGitHub: Problem = {
  code: 'forge-base',
  message: 'The address is not that of a GitHub API.',
  hint: 'Use https://api.github.com, or https://HOST/api/v3 for GitHub Enterprise.',
};

const notAnAccount: Problem = {
  code: 'github-account',
  message: 'The organization is not the name of an account.',
  hint: 'Use the name from its address, such as acme in https://github.com/acme.',
};
