import type { Hono } from 'hono';
import { deleteCookie, setCookie } from 'hono/cookie';
import type { ApiDeps, ApiLimits } from '../api/deps.ts';
import type { ApiTokens } from '../api/http/tokens.ts';
import type { ApiEnv } from '../api/mount.ts';
import { addBulkAnswers } from './bulk/routes.ts';
import { cookieName, createGate, shownVisitor, showPage, type WebGate } from './gate.ts';
import { addInbox } from './inbox/routes.ts';
import { addIntentPages } from './intent/routes.ts';
import { pageScript } from './look/script.ts';
import { pageStyle } from './look/style.ts';
import { addPolicyPages } from './policy/routes.ts';
import { addResourcePage } from './resource/routes.ts';
import { beginSession, endSession } from './session.ts';
import { signInPage } from './sign-in.ts';
import { stacksPage } from './stacks-page.ts';
import { addTimeline } from './timeline/routes.ts';

/** Adds the pages. They read and answer by what the API reads and answers by. */
export function mountWeb(
  app: Hono<ApiEnv>,
  deps: ApiDeps,
  tokens: ApiTokens,
  limits: Pick<ApiLimits, 'bodyTime'>,
): void {
  const gate = createGate(app, deps, limits);
  gate.open('/', async (c) => c.redirect('/ui', 303));
  gate.open('/ui/style.css', async (c) =>
    c.body(pageStyle, 200, { 'content-type': 'text/css', 'cache-control': 'max-age=300' }),
  );
  addSignIn(gate, deps, tokens);
  gate.open('/ui/keys.js', async (c) =>
    c.body(pageScript, 200, { 'content-type': 'text/javascript', 'cache-control': 'max-age=300' }),
  );
  addInbox(gate, deps);
  addBulkAnswers(gate, deps);
  addTimeline(gate, deps);
  addResourcePage(gate, deps);
  addPolicyPages(gate, deps);
  addStacks(gate, deps);
  addIntentPages(gate, deps);
}

function addSignIn(gate: WebGate, deps: ApiDeps, tokens: ApiTokens): void {
  gate.open('/ui/sign-in', (c) => showPage(c, { title: 'Sign in', body: signInPage() }));
  gate.openForm('/ui/sign-in', async (c, form) => {
    const caller = tokens.identify(`Bearer ${form?.['token'] ?? ''}`);
    if (caller === undefined) {
      const body = signInPage('This is no token of the settings.');
      return showPage(c, { title: 'Sign in', body }, 401);
    }
    setCookie(c, cookieName, await beginSession(gate.sessions, caller), {
      ...{ httpOnly: true, sameSite: 'Strict', path: '/ui', secure: isSecure(deps) },
    });
    return c.redirect('/ui', 303);
  });
  gate.form('/ui/sign-out', async (c, _, visitor) => {
    await endSession(deps, visitor);
    deleteCookie(c, cookieName, { path: '/ui' });
    return c.redirect('/ui/sign-in', 303);
  });
}

function addStacks(gate: WebGate, deps: ApiDeps): void {
  gate.page('/ui/stacks', async (c, visitor) => {
    const body = await stacksPage(deps, visitor.caller);
    const frame = { title: 'Stacks', path: '/ui/stacks', body };
    return showPage(c, { ...frame, visitor: shownVisitor(visitor) });
  });
}

function isSecure({ settings }: ApiDeps): boolean {
  return settings.server.public_url?.startsWith('https:') === true;
}
