import type { Hono } from 'hono';
import type { ApiEnv } from '../mount.ts';

export const slackBase = '/api/v1/slack';

/** Adds what Slack calls; it looks by itself at who calls, and at the bodies. */
export function mountSlack(app: Hono<ApiEnv>, slack: Hono): void {
  app.use(`${slackBase}/*`, (c, next) => {
    c.set('route', `${slackBase}/*`);
    return next();
  });
  app.route(slackBase, slack);
}
