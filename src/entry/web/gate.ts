import { randomBytes } from 'node:crypto';
import type { Context, Hono } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import { html } from 'hono/html';
import { grantedScopes, type Identity } from '../../app/access/grants.ts';
import type { ApiDeps, ApiLimits } from '../api/deps.ts';
import { readCallBody } from '../api/http/body.ts';
import type { ApiEnv } from '../api/mount.ts';
import { framePage, noncedHeaders, type PageFrame, type PageHtml } from './look/layout.ts';
import { may, mayNotText } from './may.ts';
import { beginSession, type SessionDeps, type Visitor, visitorOf } from './session.ts';
import { createProxied, type Proxied } from './sign-in/proxied.ts';

export type WebContext = Context<ApiEnv>;

/** What a form sends; a name that comes twice has its last value. */
export type FormFields = Readonly<Record<string, string>>;

/** Adds pages and forms, each for who may have it. */
export interface WebGate {
  readonly sessions: SessionDeps;
  /** For anybody. */
  open(path: string, work: (c: WebContext) => Promise<Response>): void;
  /** A form that anybody may send from here; undefined where it is none. */
  openForm(
    path: string,
    work: (c: WebContext, form: FormFields | undefined) => Promise<Response>,
  ): void;
  /** Only for who is signed in and may read. */
  page(path: string, work: (c: WebContext, visitor: Visitor) => Promise<Response>): void;
  /** Only for forms of ours: from here, and with what only our pages know. */
  form(
    path: string,
    work: (c: WebContext, form: FormFields, visitor: Visitor) => Promise<Response>,
    limits?: { readonly size: number },
  ): void;
  /** Whether a visitor still has the session that a call came with, asked as long as it is answered. */
  stays(c: WebContext, visitor: Visitor): () => Promise<boolean>;
  /** Whom the proxy in front names. */
  proxied(c: WebContext): Identity | undefined;
  /** Begins a session in a tenant, and gives its cookie to the browser. */
  enter(c: WebContext, tenant: string, who: Parameters<typeof beginSession>[2]): Promise<void>;
}

export const cookieName = 'parley_session';
const formTypes = ['application/x-www-form-urlencoded'];
/** Bytes. */
const largestForm = 16 * 1024;

export function createGate(
  app: Hono<ApiEnv>,
  { settings, store, now, log }: ApiDeps,
  { bodyTime }: Pick<ApiLimits, 'bodyTime'>,
): WebGate {
  const { server } = settings;
  const callers = server.tokens.map(({ name, tenant, scopes }) => ({ name, tenant, scopes }));
  const sessions: SessionDeps = { store, now, callers, signIn: server.sign_in };
  const readProxied = createProxied(server.sign_in, server.trusted_proxies);
  const route = (
    method: 'get' | 'post',
    path: string,
    work: (c: WebContext) => Promise<Response>,
  ): void => {
    app[method](path, (c) => {
      c.set('route', path);
      return work(c);
    });
  };
  const proxied = (c: WebContext): Identity | undefined => {
    const remote = c.env?.incoming?.socket?.remoteAddress;
    const said: Proxied = readProxied(remote, (name) => c.req.header(name));
    if (said.kind === 'ignored') {
      log.warn('sign-in header ignored', { id: c.get('id'), why: said.why, address: remote });
    }
    return said.kind === 'known' ? said.identity : undefined;
  };
  const begin = async (
    c: WebContext,
    tenant: string,
    who: Parameters<typeof beginSession>[2],
  ): Promise<string> => {
    const cookie = await beginSession(sessions, tenant, who);
    // Whoever comes by a link in Slack or a pull request is signed in: what changes something asks
    // for the proof besides.
    const secure = server.public_url?.startsWith('https:') === true;
    setCookie(c, cookieName, cookie, { httpOnly: true, sameSite: 'Lax', path: '/ui', secure });
    const from = 'from' in who ? who.from : 'token';
    log.info('signed in', { id: c.get('id'), tenant, name: who.name, from });
    return cookie;
  };
  const signedIn = async (
    c: WebContext,
    work: (visitor: Visitor) => Promise<Response>,
  ): Promise<Response> => {
    const identity = proxied(c);
    let visitor = await visitorOf(sessions, getCookie(c, cookieName), identity);
    if (visitor === undefined && identity !== undefined) {
      const [tenant] = grantedScopes(server.sign_in, identity).keys();
      if (tenant === undefined) {
        return showPage(c, { title: 'Not allowed', body: noGrant(identity) }, 403);
      }
      visitor = await visitorOf(sessions, await begin(c, tenant, identity), identity);
    }
    if (visitor === undefined) return c.redirect(signInPath(c), 303);
    c.set('caller', visitor.caller);
    return work(visitor);
  };
  return {
    sessions,
    proxied,
    stays(c, { secret }) {
      const cookie = getCookie(c, cookieName);
      const identity = proxied(c);
      return async () => (await visitorOf(sessions, cookie, identity))?.secret === secret;
    },
    async enter(c, tenant, who) {
      await begin(c, tenant, who);
    },
    open: (path, work) => route('get', path, work),
    openForm: (path, work) =>
      route('post', path, async (c) =>
        work(c, isFromHere(c) ? await formOf(c, bodyTime, largestForm) : undefined),
      ),
    page: (path, work) =>
      route('get', path, (c) =>
        signedIn(c, (visitor) =>
          may(visitor, 'read')
            ? work(c, visitor)
            : showPage(
                c,
                {
                  title: 'Not allowed',
                  visitor: shownVisitor(visitor),
                  body: html`<h1>Not allowed</h1><p>${mayNotText(settings, visitor, 'read')}</p>`,
                },
                403,
              ),
        ),
      ),
    form: (path, work, { size } = { size: largestForm }) =>
      route('post', path, (c) =>
        signedIn(c, async (visitor) => {
          const form = isFromHere(c) ? await formOf(c, bodyTime, size) : undefined;
          if (form !== undefined && form['proof'] === visitor.proof) return work(c, form, visitor);
          const frame = { title: 'Refused', visitor: shownVisitor(visitor), body: strangeForm };
          return showPage(c, frame, 403);
        }),
      ),
  };
}

export async function showPage(
  c: WebContext,
  frame: PageFrame,
  status: 200 | 401 | 403 | 404 | 409 | 502 = 200,
): Promise<Response> {
  const nonce = randomBytes(18).toString('base64url');
  return c.html(await framePage(frame, nonce), status, { ...noncedHeaders(nonce) });
}

/** What a page says of who looks at it. */
export function shownVisitor({
  caller: { name, tenant },
  proof,
  tenants,
}: Visitor): NonNullable<PageFrame['visitor']> {
  return { name, proof, tenant, tenants };
}

/** Also for what is of another tenant. */
export function notFoundPage(c: WebContext, visitor: Visitor): Promise<Response> {
  return showPage(c, { title: 'Not found', visitor: shownVisitor(visitor), body: notThere }, 404);
}

const notThere = html`<h1>Not found</h1><p>There is no such page.</p><p><a href="/ui">To the inbox</a></p>`;

const strangeForm = html`<h1>Refused</h1><p>This form is not of this session. Open the page again, and send it from there.</p>`;

/** Somebody is known, and no role is theirs. */
export function noGrant({ name, groups }: Identity): PageHtml {
  return html`<h1>Not allowed</h1><p>You are known as <strong>${name}</strong>, and no role is granted to you or to a group of yours${groups.length === 0 ? html`: none were told` : ''}.</p>
<p>Ask whoever runs Parley to grant one in <code>server.sign_in.grants</code>.</p>`;
}

/** Back to the page after it; what a form was sent to is no page. */
function signInPath(c: WebContext): string {
  const { pathname, search } = new URL(c.req.url);
  const isPlain = c.req.method !== 'GET' || `${pathname}${search}` === '/ui';
  if (isPlain) return '/ui/sign-in';
  return `/ui/sign-in?${new URLSearchParams({ next: `${pathname}${search}` }).toString()}`;
}

async function formOf(c: WebContext, time: number, size: number): Promise<FormFields | undefined> {
  const body = await readCallBody(c.req.raw, { size, types: formTypes, time });
  if (!body.ok) return undefined;
  return Object.fromEntries(new URLSearchParams(Buffer.from(body.value).toString('utf8')));
}

/** Browsers say from which page a form comes; what says nothing is no page of another place. */
function isFromHere(c: WebContext): boolean {
  const origin = c.req.header('origin');
  if (origin === undefined) return true;
  return URL.canParse(origin) && new URL(origin).host === c.req.header('host');
}
