import { Hono } from 'hono';
import { checkReadiness } from '../../app/health/readiness.ts';
import type { Result } from '../../model/result.ts';
import { type Listening, listen } from '../api/listen.ts';
import type { ApiEnv } from '../api/mount.ts';
import type { Reloading } from './reloading.ts';

/** Milliseconds within which store and queue must answer. */
const timeout = 3_000;

/**
 * The endpoints of a worker for an orchestrator: `/healthz`, `/readyz`, and `/metrics` for its own
 * jobs.
 */
export function createHealth(
  reloading: Reloading,
  where: { readonly host: string; readonly port: number },
): Promise<Result<Listening>> {
  const app = new Hono<ApiEnv>();
  app.get('/healthz', (c) => c.json({ status: 'ok' }));
  app.get('/readyz', async (c) => {
    const { store, queues, settings, isStopping, waitingJobs } = reloading.current();
    const { standing } = reloading;
    const deps = { store, queues, settings, isStopping, standing, waitingJobs };
    const readiness = await checkReadiness(deps, timeout);
    return c.json(readiness, readiness.status === 'ready' ? 200 : 503);
  });
  app.get('/metrics', async (c) => {
    const service = reloading.current();
    c.header('content-type', service.metrics.contentType);
    return c.body(await service.metrics.text());
  });
  return listen(app, where);
}
