import type { Hono } from 'hono';
import type { ApiEnv } from '../mount.ts';

const base = '/api/v1/slack';

/** Adds what Slack calls; it looks by itself at who calls, and at the bodies. */
export function mountSlack(app: Hono<ApiEnv>, slack: Hono): void {
  app.use(`${base}/*`, (c, next) => {
    c.set('route', `${base}/*`);
    return next();
  });
  app.route(base, slack);
}
