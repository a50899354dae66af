import type { Context, Hono } from 'hono';
import { getCookie } from 'hono/cookie';
import { html } from 'hono/html';
import type { ApiDeps, ApiLimits } from '../api/deps.ts';
import { readCallBody } from '../api/http/body.ts';
import type { ApiEnv } from '../api/mount.ts';
import { framePage, type PageFrame, webPageHeaders } from './look/layout.ts';
import { type SessionDeps, type Visitor, visitorOf } from './session.ts';

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
}

export const cookieName = 'parley_session';
const formTypes = ['application/x-www-form-urlencoded'];
/** Bytes. */
const largestForm = 16 * 1024;

export function createGate(
  app: Hono<ApiEnv>,
  { settings, store, now }: ApiDeps,
  { bodyTime }: Pick<ApiLimits, 'bodyTime'>,
): WebGate {
  const callers = settings.server.tokens.map(({ name, tenant, scopes }) => ({
    ...{ name, tenant, scopes },
  }));
  const sessions: SessionDeps = { store, now, callers };
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
  const signedIn = async (
    c: WebContext,
    work: (visitor: Visitor) => Promise<Response>,
  ): Promise<Response> => {
    const visitor = await visitorOf(sessions, getCookie(c, cookieName));
    return visitor === undefined ? c.redirect('/ui/sign-in', 303) : work(visitor);
  };
  return {
    sessions,
    open: (path, work) => route('get', path, work),
    openForm: (path, work) =>
      route('post', path, async (c) =>
        work(c, isFromHere(c) ? await formOf(c, bodyTime, largestForm) : undefined),
      ),
    page: (path, work) =>
      route('get', path, (c) =>
        signedIn(c, (visitor) =>
          visitor.caller.scopes.includes('read')
            ? work(c, visitor)
            : showPage(
                c,
                { title: 'Not allowed', visitor: shownVisitor(visitor), body: mayNotRead },
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
  status: 200 | 401 | 403 | 404 | 409 = 200,
): Promise<Response> {
  return c.html(await framePage(frame), status, { ...webPageHeaders });
}

/** What a page says of who looks at it. */
export function shownVisitor({ caller, proof }: Visitor): NonNullable<PageFrame['visitor']> {
  return { name: caller.name, proof };
}

/** Also for what is of another tenant. */
export function notFoundPage(c: WebContext, visitor: Visitor): Promise<Response> {
  return showPage(c, { title: 'Not found', visitor: shownVisitor(visitor), body: notThere }, 404);
}

const notThere = html`<h1>Not found</h1><p>There is no such thing here.</p><p><a href="/ui">To the inbox</a></p>`;

const strangeForm = html`<h1>Refused</h1><p>This form is not of this session. Open the page again, and send it from there.</p>`;

const mayNotRead = html`<h1>Not allowed</h1><p>Your token has no scope <code>read</code>.</p>`;

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
