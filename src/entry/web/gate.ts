import { randomBytes } from 'node:crypto';
import type { Context, Hono } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import { html } from 'hono/html';
import type { Log } from '../../adapters/telemetry/log.ts';
import { grantedScopes, type Identity } from '../../app/access/grants.ts';
import type { ApiDeps, ApiLimits } from '../api/deps.ts';
import { readCallBody } from '../api/http/body.ts';
import type { ApiEnv } from '../api/mount.ts';
import { framePage, noncedHeaders, type PageFrame, type PageHtml } from './look/layout.ts';
import { may, mayNotText } from './may.ts';
import { beginSession, currentVisitor, type SessionDeps, type Visitor } from './session.ts';
import { createProxied, type Proxied } from './sign-in/proxied.ts';

export type WebContext = Context<ApiEnv>;

/** The fields of a form. The last value of a repeated name counts. */
export type FormFields = Readonly<Record<string, string>>;

/** Adds pages and forms, each with its access check. */
export interface WebGate {
  readonly sessions: SessionDeps;
  /** A page for anybody. */
  open(path: string, work: (c: WebContext) => Promise<Response>): void;
  /** A form that anybody may send from this site; undefined where the body is not a form. */
  openForm(
    path: string,
    work: (c: WebContext, form: FormFields | undefined) => Promise<Response>,
  ): void;
  /** A page for signed-in visitors who may read. */
  page(path: string, work: (c: WebContext, visitor: Visitor) => Promise<Response>): void;
  /**
   * A form for signed-in visitors. It must come from this site, with the proof that only our pages
   * contain.
   */
  form(
    path: string,
    work: (c: WebContext, form: FormFields, visitor: Visitor) => Promise<Response>,
    limits?: { readonly size: number },
  ): void;
  /**
   * Checks, for as long as a response lasts, whether the visitor still has the session that the
   * call came with.
   */
  stays(c: WebContext, visitor: Visitor): () => Promise<boolean>;
  /** The user that the reverse proxy in front of the service authenticated. */
  proxied(c: WebContext): Identity | undefined;
  /** Begins a session in a tenant, and sets its cookie in the browser. */
  enter(c: WebContext, tenant: string, who: Parameters<typeof beginSession>[2]): Promise<void>;
}

export const cookieName = 'parley_session';
const formTypes = ['application/x-www-form-urlencoded'];
/** Bytes. */
const largestForm = 16 * 1024;

export function createGate(
  app: Hono<ApiEnv>,
  { settings, store, runtime: { now, log } }: ApiDeps,
  { bodyTime }: Pick<ApiLimits, 'bodyTime'>,
): WebGate {
  const { server } = settings;
  const callers = server.tokens.map(({ name, tenant, scopes }) => ({ name, tenant, scopes }));
  const sessions: SessionDeps = { store, now, callers, signIn: server.sign_in };
  const door: Door = { settings, sessions, log, proxied: proxiedIdentity(server, log) };
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
  return {
    sessions,
    proxied: door.proxied,
    stays(c, { secret }) {
      const cookie = getCookie(c, cookieName);
      const identity = door.proxied(c);
      return async () => (await currentVisitor(sessions, cookie, identity))?.secret === secret;
    },
    async enter(c, tenant, who) {
      await begin(door, c, tenant, who);
    },
    open: (path, work) => route('get', path, work),
    openForm: (path, work) =>
      route('post', path, async (c) =>
        work(c, isFromHere(c) ? await formOf(c, bodyTime, largestForm) : undefined),
      ),
    page: (path, work) =>
      route('get', path, (c) =>
        signedIn(door, c, (visitor) =>
          may(visitor, 'read') ? work(c, visitor) : mayNotRead(door, c, visitor),
        ),
      ),
    form: (path, work, { size } = { size: largestForm }) =>
      route('post', path, (c) =>
        signedIn(door, c, async (visitor) => {
          const form = isFromHere(c) ? await formOf(c, bodyTime, size) : undefined;
          if (form !== undefined && form['proof'] === visitor.proof) return work(c, form, visitor);
          const frame = { title: 'Refused', visitor: shownVisitor(visitor), body: strangeForm };
          return showPage(c, frame, 403);
        }),
      ),
  };
}

/** What letting visitors in needs. */
interface Door extends Pick<WebGate, 'sessions' | 'proxied'>, Pick<ApiDeps, 'settings'> {
  readonly log: Log;
}

function proxiedIdentity(
  { sign_in, trusted_proxies }: ApiDeps['settings']['server'],
  log: Log,
): WebGate['proxied'] {
  const readProxied = createProxied(sign_in, trusted_proxies);
  return (c) => {
    const remote = c.env?.incoming?.socket?.remoteAddress;
    const read: Proxied = readProxied(remote, (name) => c.req.header(name));
    if (read.kind === 'ignored') {
      log.warn('sign-in header ignored', { id: c.get('id'), why: read.why, address: remote });
    }
    return read.kind === 'known' ? read.identity : undefined;
  };
}

/** Begins a session, and returns its cookie. */
async function begin(
  { settings: { server }, sessions, log }: Door,
  ...[c, tenant, who]: Parameters<WebGate['enter']>
): Promise<string> {
  const cookie = await beginSession(sessions, tenant, who);
  // `Lax` keeps visitors signed in who follow a link in Slack or a pull request. Requests that
  // change something need the proof as well.
  const secure = server.public_url?.startsWith('https:') === true;
  setCookie(c, cookieName, cookie, { httpOnly: true, sameSite: 'Lax', path: '/ui', secure });
  const from = 'from' in who ? who.from : 'token';
  log.info('signed in', { id: c.get('id'), tenant, name: who.name, from });
  return cookie;
}

/** Runs the work for a visitor who is signed in, and sends others to the sign-in page. */
async function signedIn(
  door: Door,
  c: WebContext,
  work: (visitor: Visitor) => Promise<Response>,
): Promise<Response> {
  const { sessions, settings } = door;
  const identity = door.proxied(c);
  let visitor = await currentVisitor(sessions, getCookie(c, cookieName), identity);
  if (visitor === undefined && identity !== undefined) {
    const [tenant] = grantedScopes(settings.server.sign_in, identity).keys();
    if (tenant === undefined) {
      return showPage(c, { title: 'Not allowed', body: noGrant(identity) }, 403);
    }
    visitor = await currentVisitor(sessions, await begin(door, c, tenant, identity), identity);
  }
  if (visitor === undefined) return c.redirect(signInPath(c), 303);
  c.set('caller', visitor.caller);
  return work(visitor);
}

function mayNotRead({ settings }: Door, c: WebContext, visitor: Visitor): Promise<Response> {
  const body = html`<h1>Not allowed</h1><p>${mayNotText(settings, visitor, 'read')}</p>`;
  return showPage(c, { title: 'Not allowed', visitor: shownVisitor(visitor), body }, 403);
}

export async function showPage(
  c: WebContext,
  frame: PageFrame,
  status: 200 | 401 | 403 | 404 | 409 | 502 = 200,
): Promise<Response> {
  const nonce = randomBytes(18).toString('base64url');
  return c.html(await framePage(frame, nonce), status, { ...noncedHeaders(nonce) });
}

/** How a page describes its visitor. */
export function shownVisitor({
  caller: { name, tenant },
  proof,
  tenants,
}: Visitor): NonNullable<PageFrame['visitor']> {
  return { name, proof, tenant, tenants };
}

/** Also shown for what belongs to another tenant. */
export function notFoundPage(c: WebContext, visitor: Visitor): Promise<Response> {
  return showPage(c, { title: 'Not found', visitor: shownVisitor(visitor), body: notThere }, 404);
}

const notThere = html`<h1>Not found</h1><p>There is no such page.</p><p><a href="/ui">To the inbox</a></p>`;

const strangeForm = html`<h1>Refused</h1><p>This form does not belong to this session. Open the page again, and send it from there.</p>`;

/** Shown to a known person who has no role. */
export function noGrant({ name, groups }: Identity): PageHtml {
  return html`<h1>Not allowed</h1><p>You are known as <strong>${name}</strong>. No role is granted to you or your groups.${groups.length === 0 ? html` The provider sent no groups.` : ''}</p>
<p>Ask whoever runs Parley to grant one in <code>server.sign_in.grants</code>.</p>`;
}

/** The sign-in page, which leads back to the requested page. The target of a form is not a page. */
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

/**
 * Browsers send the origin of a form. A request without one does not come from another site's page.
 */
function isFromHere(c: WebContext): boolean {
  const origin = c.req.header('origin');
  if (origin === undefined) return true;
  return URL.canParse(origin) && new URL(origin).host === c.req.header('host');
}
