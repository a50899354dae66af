import { timingSafeEqual } from 'node:crypto';
import { type Context, Hono } from 'hono';
import type { NewApp } from '../../adapters/forge/github/convert-manifest.ts';
import type { Manifest } from '../../adapters/forge/github/manifest.ts';
import { fail, ok, type Problem, type Result } from '../../model/result.ts';
import { listen } from '../api/listen.ts';
import type { ApiEnv } from '../api/mount.ts';
import { donePage, failedPage, formPage, pageHeaders } from './pages.ts';

export interface LoopbackOptions {
  readonly port: number;
  /** The GitHub page that the form is sent to. Its URL contains the state. */
  readonly target: URL;
  /** A secret that the browser has to bring back. */
  readonly state: string;
  readonly manifestFor: (redirect: string) => Manifest;
  /** Exchanges the code, and keeps the result. */
  readonly finish: (code: string) => Promise<Result<NewApp>>;
  /** Milliseconds that the person has. */
  readonly timeout: number;
}

export interface Loopback {
  /** The address that the person opens. */
  readonly url: string;
  /** The app, once the browser has come back; a problem where it does not. */
  readonly made: Promise<Result<NewApp>>;
}

/**
 * Serves the form on this machine, and waits for the browser to return with a code. It has to
 * return the state that it was given, and only the first request that does so counts. Another web
 * page could make the browser call this address, but it cannot know the state.
 */
export async function openLoopback(options: LoopbackOptions): Promise<Result<Loopback>> {
  const { port, target, state, manifestFor, finish, timeout } = options;
  const app = new Hono<ApiEnv>();
  let own = '';
  let isTaken = false;
  let settle: (made: Result<NewApp>) => void = () => undefined;
  const settled = new Promise<Result<NewApp>>((resolve) => {
    settle = resolve;
  });
  app.use(async (c, next) => {
    for (const [name, value] of Object.entries(pageHeaders(target.origin))) c.header(name, value);
    // Another host name that resolves to this server belongs to a page that tries to read this one
    // (DNS rebinding).
    if (new URL(c.req.url).host !== new URL(own).host) return c.notFound();
    return next();
  });
  app.get('/', (c) => c.html(formPage(manifestFor(`${own}/made`), target)));
  app.get('/made', async (c) => {
    if (isTaken || !isSame(c.req.query('state') ?? '', state)) return refused(c);
    isTaken = true;
    // The command ends with this answer; a kept-alive connection would delay that by a second.
    c.header('connection', 'close');
    const made = await finish(c.req.query('code') ?? '');
    settle(made);
    return made.ok
      ? c.html(donePage(made.value.slug))
      : c.html(failedPage(made.error.message), 502);
  });
  const listening = await listen(app, { host: '127.0.0.1', port });
  if (!listening.ok) return listening;
  own = listening.value.url;
  const timer = setTimeout(() => settle(fail(tooLate)), timeout);
  const made = settled.then(async (app) => {
    clearTimeout(timer);
    await listening.value.close();
    return app;
  });
  return ok({ url: `${own}/`, made });
}

function refused(c: Context) {
  return c.html(failedPage('This is not the answer to what was asked. Begin again.'), 403);
}

function isSame(one: string, other: string): boolean {
  const [left, right] = [Buffer.from(one), Buffer.from(other)];
  return left.length === right.length && timingSafeEqual(left, right);
}

const tooLate: Problem = {
  code: 'github-app-late',
  message: 'Nobody came back from GitHub.',
  hint: 'Begin again, and confirm the app within the hour; an app that was made is in the settings of the account.',
};
