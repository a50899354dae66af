import type { Hono } from 'hono';
import type { ApiEnv } from '../mount.ts';

export const slackBase = '/api/v1/slack';

/** Adds the routes that Slack calls. They authenticate callers and read bodies themselves. */
export function mountSlack(app: Hono<ApiEnv>, slack: Hono): void {
  app.use(`${slackBase}/*`, (c, next) => {
    c.set('route', `${slackBase}/*`);
    return next();
  });
  app.route(slackBase, slack);
}
