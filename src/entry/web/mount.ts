import type { Context, Hono } from 'hono';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import { html } from 'hono/html';
import { driftDigest } from '../../reconcile/report/digest.ts';
import type { ApiDeps, ApiLimits } from '../api/deps.ts';
import { readCallBody } from '../api/http/body.ts';
import { kick } from '../api/http/kick.ts';
import type { ApiTokens } from '../api/http/tokens.ts';
import type { ApiEnv } from '../api/mount.ts';
import { callerStacksOf } from '../api/stacks.ts';
import { AskedAction, renderAnswerPage, SentAnswer } from './answer-page.ts';
import { InboxQuery, inboxPage, intentPath } from './inbox.ts';
import { intentPage } from './intent-page.ts';
import { framePage, type PageFrame, type PageHtml, webPageHeaders } from './layout.ts';
import { itemsOf, type ListedItem, readItems } from './read.ts';
import { beginSession, endSession, type Visitor, visitorOf } from './session.ts';
import { signInPage } from './sign-in.ts';
import { stacksPage } from './stacks-page.ts';
import { pageStyle } from './style.ts';
import { TimelineQuery, timelinePage } from './timeline.ts';

type Page = Context<ApiEnv>;

const cookieName = 'parley_session';
const formTypes = ['application/x-www-form-urlencoded'];
const largestForm = 16 * 1024;

/** Adds the pages. They read and answer by what the API reads and answers by. */
export function mountWeb(
  app: Hono<ApiEnv>,
  deps: ApiDeps,
  tokens: ApiTokens,
  limits: Pick<ApiLimits, 'bodyTime'>,
): void {
  const callers = deps.settings.server.tokens.map(({ name, tenant, scopes }) => ({
    name,
    tenant,
    scopes,
  }));
  const sessions = { store: deps.store, now: deps.now, callers };
  const routed = (path: string, work: (c: Page) => Promise<Response>, method: 'get' | 'post') =>
    app[method](path, (c) => {
      c.set('route', path);
      return work(c);
    });
  /** Only for who is signed in and may read. */
  const signedIn = (path: string, work: (c: Page, visitor: Visitor) => Promise<Response>) =>
    routed(
      path,
      async (c) => {
        const visitor = await visitorOf(sessions, getCookie(c, cookieName));
        if (visitor === undefined) return c.redirect('/ui/sign-in', 303);
        if (!visitor.caller.scopes.includes('read')) {
          return show(
            c,
            { title: 'Not allowed', visitor: named(visitor), body: mayNot('read') },
            403,
          );
        }
        return work(c, visitor);
      },
      'get',
    );
  /** Only for forms of ours: from here, and with what only our pages know. */
  const posted = (
    path: string,
    work: (c: Page, form: Readonly<Record<string, string>>, visitor: Visitor) => Promise<Response>,
  ) =>
    routed(
      path,
      async (c) => {
        const visitor = await visitorOf(sessions, getCookie(c, cookieName));
        if (visitor === undefined) return c.redirect('/ui/sign-in', 303);
        const form = await formOf(c, limits.bodyTime);
        if (form === undefined || !isFromHere(c) || form['proof'] !== visitor.proof) {
          return show(c, { title: 'Refused', visitor: named(visitor), body: strangeForm }, 403);
        }
        return work(c, form, visitor);
      },
      'post',
    );

  app.get('/', (c) => c.redirect('/ui', 303));
  app.get('/ui/style.css', (c) =>
    c.body(pageStyle, 200, { 'content-type': 'text/css', 'cache-control': 'max-age=300' }),
  );
  routed('/ui/sign-in', async (c) => show(c, { title: 'Sign in', body: signInPage() }), 'get');
  routed(
    '/ui/sign-in',
    async (c) => {
      const form = await formOf(c, limits.bodyTime);
      const caller = tokens.identify(`Bearer ${form?.['token'] ?? ''}`);
      if (caller === undefined || !isFromHere(c)) {
        const body = signInPage('This is no token of the settings.');
        return show(c, { title: 'Sign in', body }, 401);
      }
      setCookie(c, cookieName, await beginSession(sessions, caller), {
        ...{ httpOnly: true, sameSite: 'Strict', path: '/ui', secure: isSecure(deps) },
      });
      return c.redirect('/ui', 303);
    },
    'post',
  );
  posted('/ui/sign-out', async (c, _, visitor) => {
    await endSession(deps, visitor);
    deleteCookie(c, cookieName, { path: '/ui' });
    return c.redirect('/ui/sign-in', 303);
  });

  signedIn('/ui', async (c, visitor) => {
    const { tenant } = visitor.caller;
    const items = await readItems(deps, tenant);
    const stacks = callerStacksOf(deps.settings, tenant).map(({ name }) => name);
    const body = inboxPage(items, stacks, InboxQuery.parse(c.req.query()));
    return show(c, { title: 'Inbox', path: '/ui', visitor: named(visitor), body });
  });
  signedIn('/ui/timeline', async (c, visitor) => {
    const items = await readItems(deps, visitor.caller.tenant);
    const body = timelinePage(items, TimelineQuery.parse(c.req.query()), deps.now());
    return show(c, { title: 'Timeline', path: '/ui/timeline', visitor: named(visitor), body });
  });
  signedIn('/ui/stacks', async (c, visitor) => {
    const body = await stacksPage(deps, visitor.caller.tenant);
    return show(c, { title: 'Stacks', path: '/ui/stacks', visitor: named(visitor), body });
  });
  signedIn('/ui/stacks/:stack/intents/:intent', async (c, visitor) => {
    const found = await find(deps, visitor, c);
    if (found === undefined) return gone(c, visitor);
    const { key, item, report } = found;
    const about = ({ intent }: { readonly intent: string }) => intent === item.intent.id;
    const body = intentPage({
      ...{ item, report, mayAnswer: visitor.caller.scopes.includes('write') },
      answers: (await deps.store.answers.list(key)).filter(about),
      proposals: (await deps.store.proposals.list(key, 'all')).filter(about),
      ...(c.req.query('answered') === undefined ? {} : { said: answeredText }),
    });
    return show(c, { title: item.intent.summary, visitor: named(visitor), body });
  });
  signedIn('/ui/stacks/:stack/intents/:intent/answer', async (c, visitor) => {
    const found = await find(deps, visitor, c);
    const action = AskedAction.safeParse(c.req.query('action'));
    if (found === undefined || !action.success) return gone(c, visitor);
    const digest = driftDigest(found.item.drifts.map(({ id }) => id));
    const body = renderAnswerPage(found.item, action.data, { proof: visitor.proof, digest });
    return show(c, { title: action.data, visitor: named(visitor), body });
  });
  posted('/ui/stacks/:stack/intents/:intent/answer', async (c, fields, visitor) => {
    const found = await find(deps, visitor, c);
    const form = SentAnswer.safeParse(fields);
    if (found === undefined || !form.success) return gone(c, visitor);
    const { action, digest, note, days, min, max } = form.data;
    const refuse = (problem: string, status: 403 | 409) => {
      const body = renderAnswerPage(found.item, action, { proof: visitor.proof, digest, problem });
      return show(c, { title: action, visitor: named(visitor), body }, status);
    };
    if (!visitor.caller.scopes.includes('write')) return refuse('Your token may not answer.', 403);
    const bounds = { ...(min === undefined ? {} : { min }), ...(max === undefined ? {} : { max }) };
    const answered = await deps.answer(found.key, {
      ...{ intent: found.item.intent.id, action, digest, by: `web:${visitor.caller.name}` },
      ...(note === '' ? {} : { note }),
      ...(action === 'hold' ? { until: later(deps.now(), days ?? 3) } : {}),
      ...(action === 'delegate' && Object.keys(bounds).length > 0 ? { bounds } : {}),
    });
    if (!answered.ok) return refuse(`${answered.error.message} ${answered.error.hint ?? ''}`, 409);
    kick(deps);
    return c.redirect(`${intentPath(found.key.stack, found.item.intent.id)}?answered=1`, 303);
  });
}

const answeredText = 'Noted. The stack is looked at again now; the next scan decides by it.';

const strangeForm = html`<h1>Refused</h1><p>This form is not of this session. Open the page again, and send it from there.</p>`;

function mayNot(scope: string): PageHtml {
  return html`<h1>Not allowed</h1><p>Your token has no scope <code>${scope}</code>.</p>`;
}

function named({ caller, proof }: Visitor): NonNullable<PageFrame['visitor']> {
  return { name: caller.name, proof };
}

async function show(c: Page, frame: PageFrame, status: 200 | 401 | 403 | 404 | 409 = 200) {
  return c.html(await framePage(frame), status, { ...webPageHeaders });
}

function gone(c: Page, visitor: Visitor): Promise<Response> {
  const body = html`<h1>Not found</h1><p>There is no such thing, or the latest scan does not know it any more.</p>`;
  return show(c, { title: 'Not found', visitor: named(visitor), body }, 404);
}

async function find(deps: ApiDeps, { caller: { tenant } }: Visitor, c: Page) {
  const stack = c.req.param('stack') ?? '';
  const id = c.req.param('intent');
  if (!callerStacksOf(deps.settings, tenant).some(({ name }) => name === stack)) return undefined;
  const key = { tenant, stack };
  const run = await deps.store.runs.latest(key);
  if (run === undefined) return undefined;
  const open = await deps.store.proposals.list(key, 'open');
  const item = itemsOf(stack, run.report, open).find(({ intent }: ListedItem) => intent.id === id);
  return item && { key, item, report: run.report };
}

/** A name that comes twice has its last value. */
async function formOf(
  c: Page,
  time: number,
): Promise<Readonly<Record<string, string>> | undefined> {
  const body = await readCallBody(c.req.raw, { size: largestForm, types: formTypes, time });
  if (!body.ok) return undefined;
  return Object.fromEntries(new URLSearchParams(Buffer.from(body.value).toString('utf8')));
}

/** Browsers say from which page a form comes; what says nothing is no page of another place. */
function isFromHere(c: Page): boolean {
  const origin = c.req.header('origin');
  if (origin === undefined) return true;
  return URL.canParse(origin) && new URL(origin).host === c.req.header('host');
}

function isSecure({ settings }: ApiDeps): boolean {
  return settings.server.public_url?.startsWith('https:') === true;
}

function later(now: string, days: number): string {
  return new Date(Date.parse(now) + days * 86_400_000).toISOString();
}
