import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import { grantedScopes, type Identity } from '../../../app/access/grants.ts';
import type { Problem } from '../../../model/result.ts';
import type { OidcProvider } from '../../../ports/oidc.ts';
import type { ApiDeps } from '../../api/deps.ts';
import type { ApiTokens } from '../../api/http/tokens.ts';
import {
  cookieName,
  noGrant,
  notFoundPage,
  showPage,
  type WebContext,
  type WebGate,
} from '../gate.ts';
import { endSession } from '../session.ts';
import { attemptCookie, newAttempt, readAttempt, toAttempt } from './attempt.ts';
import { signInPage } from './page.ts';

const path = '/ui/sign-in';
/** Cookie of a browser that is at the provider. */
const attemptName = 'parley_sign_in';
/** Seconds that somebody may take there. */
const signInTimeout = 600;

type Deps = Pick<ApiDeps, 'settings' | 'store' | 'callers' | 'runtime'>;

/** Adds signing in and signing out. */
export function addSignIn(gate: WebGate, deps: Deps, tokens: ApiTokens): void {
  gate.open(path, (c) => showSignIn(gate, deps, c, { status: 200 }));
  gate.openForm(path, async (c, form) => {
    const caller = tokens.identify(`Bearer ${form?.['token'] ?? ''}`);
    if (caller === undefined) {
      const problem = 'This token is not in the settings.';
      return showSignIn(gate, deps, c, { status: 401, problem, next: form?.['next'] });
    }
    await gate.enter(c, caller.tenant, { name: caller.name });
    return c.redirect(nextPage(form?.['next']), 303);
  });
  gate.open(`${path}/:provider`, (c) => leave(gate, deps, c));
  gate.open(`${path}/:provider/callback`, (c) => comeBack(gate, deps, c));
  gate.form('/ui/sign-out', async (c, _, visitor) => {
    await endSession(deps, visitor);
    deleteCookie(c, cookieName, { path: '/ui' });
    return c.redirect(path, 303);
  });
  gate.form('/ui/tenant', async (c, form, visitor) => {
    const tenant = visitor.tenants.find((one) => one === form['tenant']);
    if (tenant === undefined || visitor.identity === undefined) return notFoundPage(c, visitor);
    await endSession(deps, visitor);
    await gate.enter(c, tenant, visitor.identity);
    return c.redirect('/ui', 303);
  });
}

interface SignInOutcome {
  readonly status: 200 | 401 | 403 | 502;
  readonly problem?: string;
  readonly next?: string | undefined;
}

function showSignIn(
  gate: WebGate,
  { settings, callers: { oidc = [] } }: Deps,
  c: WebContext,
  { status, problem, next }: SignInOutcome,
): Promise<Response> {
  const proxied = gate.proxied(c)?.name;
  const body = signInPage({
    ...{ providers: oidc, hasTokens: settings.server.tokens.length > 0 },
    next: nextPage(next ?? c.req.query('next')),
    ...(proxied === undefined ? {} : { proxied }),
    ...(problem === undefined ? {} : { problem }),
  });
  return showPage(c, { title: 'Sign in', body }, status);
}

/** Sends the browser to the provider. */
async function leave(gate: WebGate, deps: Deps, c: WebContext): Promise<Response> {
  const provider = providerOf(deps, c);
  if (provider === undefined) return c.redirect(path, 303);
  const begun = newAttempt(provider.name, nextPage(c.req.query('next')));
  const to = await provider.begin(toAttempt(begun, redirectOf(deps, provider)));
  if (!to.ok) return refuse(gate, deps, c, provider, to.error);
  setCookie(c, attemptName, attemptCookie(begun), {
    // Lax, because the way back starts on a page of the provider.
    ...{ httpOnly: true, sameSite: 'Lax', path, maxAge: signInTimeout },
    secure: redirectOf(deps, provider).startsWith('https:'),
  });
  return c.redirect(to.value.href, 303);
}

/**
 * Receives the browser from the provider. An attempt is valid for only one return, whatever its
 * result.
 */
async function comeBack(gate: WebGate, deps: Deps, c: WebContext): Promise<Response> {
  const provider = providerOf(deps, c);
  const begun = readAttempt(getCookie(c, attemptName));
  deleteCookie(c, attemptName, { path });
  if (provider === undefined) return c.redirect(path, 303);
  if (begun === undefined || begun.provider !== provider.name) {
    return refuse(gate, deps, c, provider, notBegun);
  }
  const answer = new URL(c.req.url).searchParams;
  const person = await provider.finish(toAttempt(begun, redirectOf(deps, provider)), answer);
  if (!person.ok) return refuse(gate, deps, c, provider, person.error);
  const identity: Identity = { from: provider.name, ...person.value };
  const [tenant] = grantedScopes(deps.settings.server.sign_in, identity).keys();
  if (tenant === undefined) {
    deps.runtime.log.warn('signed in without a role', { id: c.get('id'), from: provider.name });
    return showPage(c, { title: 'Not allowed', body: noGrant(identity) }, 403);
  }
  await gate.enter(c, tenant, identity);
  return c.redirect(nextPage(begun.next), 303);
}

function providerOf({ callers: { oidc = [] } }: Deps, c: WebContext): OidcProvider | undefined {
  return oidc.find(({ name }) => name === c.req.param('provider'));
}

function redirectOf({ settings }: Deps, { name }: OidcProvider): string {
  const own = (settings.server.public_url ?? '').replace(/\/+$/, '');
  return `${own}${path}/${name}/callback`;
}

function refuse(
  gate: WebGate,
  deps: Deps,
  c: WebContext,
  { name: from }: OidcProvider,
  { code, message, hint = '' }: Problem,
): Promise<Response> {
  deps.runtime.log.warn('sign-in failed', { id: c.get('id'), from, code, problem: message });
  const status = code === 'sign-in-unreachable' ? 502 : 403;
  return showSignIn(gate, deps, c, { status, problem: `${message} ${hint}`.trim() });
}

const notBegun: Problem = {
  code: 'sign-in-not-begun',
  message: 'This browser did not start to sign in, or did so too long ago.',
  hint: 'Begin again here.',
};

/** The page to start with. */
const home = '/ui';
const base = 'http://here.invalid';

/**
 * The page to continue with after signing in: one of ours, or else the inbox. It comes from the
 * URL, so anybody may have written it.
 */
function nextPage(asked: string | undefined): string {
  if (asked === undefined || asked.length > 2000 || !URL.canParse(asked, base)) return home;
  const { origin, pathname, search } = new URL(asked, base);
  const isOwn = origin === base && (pathname === home || pathname.startsWith(`${home}/`));
  if (!isOwn || pathname.startsWith(`${home}/sign-`)) return home;
  return `${pathname}${search}`;
}
