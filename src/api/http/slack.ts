import type { Hono } from 'hono';
import type { ApiEnv } from '../mount.ts';
import { readBody } from './body.ts';
import { problemResponse } from './problem.ts';

const base = '/api/v1/slack';

/** Slack sends less; its routes check by themselves who calls. */
const largest = 256 * 1024;
const types = ['application/x-www-form-urlencoded', 'application/json'];

/** Adds what Slack calls. Its bodies are bounded like all others. */
export function mountSlack(
  app: Hono<ApiEnv>,
  slack: Hono,
  { bodyTime }: { readonly bodyTime: number },
): void {
  app.use(`${base}/*`, async (c, next) => {
    c.set('route', `${base}/*`);
    if (c.req.method !== 'POST') return next();
    const body = await readBody(c.req.raw, { size: largest, time: bodyTime, types });
    if (!body.ok) return problemResponse(body.error, c.get('id'));
    const { headers } = c.req.raw;
    c.req.raw = new Request(c.req.url, { method: 'POST', headers, body: Buffer.from(body.value) });
    return next();
  });
  app.route(base, slack);
}
