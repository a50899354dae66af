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
  /** The page of GitHub with the form's target, which has the state. */
  readonly target: URL;
  /** Nobody else knows it. */
  readonly state: string;
  readonly manifestFor: (redirect: string) => Manifest;
  /** Exchanges the code, and keeps what it gets. */
  readonly finish: (code: string) => Promise<Result<NewApp>>;
  /** Milliseconds that a person has. */
  readonly timeout: number;
}

export interface Loopback {
  /** What a person opens. */
  readonly url: string;
  /** The app, as soon as the browser is back; a problem where it does not come. */
  readonly made: Promise<Result<NewApp>>;
}

/**
 * Serves the form on this machine, and waits for the browser to come back with a code. It has to
 * bring the state that left with it, and the first that does so is the only one: a page elsewhere
 * can make the browser call, and cannot know it.
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
    // Another name that leads here is that of a page that wants to read this one.
    if (new URL(c.req.url).host !== new URL(own).host) return c.notFound();
    return next();
  });
  app.get('/', (c) => c.html(formPage(manifestFor(`${own}/made`), target)));
  app.get('/made', async (c) => {
    if (isTaken || !isSame(c.req.query('state') ?? '', state)) return refused(c);
    isTaken = true;
    // The command ends with this answer; a connection kept alive would hold it for a second more.
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
