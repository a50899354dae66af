import type { Hono } from 'hono';
import type { ApiDeps, ApiLimits } from '../api/deps.ts';
import type { ApiTokens } from '../api/http/tokens.ts';
import type { ApiEnv } from '../api/mount.ts';
import { addBulkAnswers } from './bulk/routes.ts';
import { createGate } from './gate.ts';
import { addInbox } from './inbox/routes.ts';
import { addIntentPages } from './intent/routes.ts';
import { addLive } from './live/routes.ts';
import { liveScript } from './live/script.ts';
import { pageScript } from './look/script.ts';
import { pageStyle } from './look/style.ts';
import { addPolicyPages } from './policy/routes.ts';
import { addResourcePage } from './resource/routes.ts';
import { addSignIn } from './sign-in/routes.ts';
import { addStacks } from './stacks/routes.ts';
import { addTimeline } from './timeline/routes.ts';

/** Adds the pages. They read and answer through the same functions as the API. */
export function mountWeb(
  app: Hono<ApiEnv>,
  deps: ApiDeps,
  tokens: ApiTokens,
  limits: Pick<ApiLimits, 'bodyTime' | 'livePause' | 'liveBeat'>,
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
  gate.open('/ui/live.js', async (c) =>
    c.body(liveScript, 200, { 'content-type': 'text/javascript', 'cache-control': 'max-age=300' }),
  );
  addLive(gate, deps, limits);
  addInbox(gate, deps);
  addBulkAnswers(gate, deps);
  addTimeline(gate, deps);
  addResourcePage(gate, deps);
  addPolicyPages(gate, deps);
  addStacks(gate, deps);
  addIntentPages(gate, deps);
}
