import { Hono } from 'hono';
import type { Result } from '../../model/result.ts';
import { type Listening, listen } from '../api/listen.ts';
import type { ApiEnv } from '../api/mount.ts';
import type { Service } from './open.ts';
import type { Reloading } from './reloading.ts';

/** Milliseconds that store and queue may take to answer. */
const timeout = 3_000;

/** What an orchestrator asks a worker: `/healthz`, `/readyz`, and `/metrics` for its own jobs. */
export function createHealth(
  reloading: Reloading,
  where: { readonly host: string; readonly port: number },
): Promise<Result<Listening>> {
  const app = new Hono<ApiEnv>();
  app.get('/healthz', (c) => c.json({ status: 'ok' }));
  app.get('/readyz', async (c) => {
    const service = reloading.current();
    const isReady = !service.isStopping() && (await inTime(answers(service)));
    const standing = reloading.standing();
    const settings = standing && {
      version: standing.version,
      newest: standing.newest,
      waitingJobs: service.waitingJobs(),
    };
    const status = isReady ? 'ready' : 'not-ready';
    return c.json({ status, ...(settings && { settings }) }, isReady ? 200 : 503);
  });
  app.get('/metrics', async (c) => {
    const service = reloading.current();
    c.header('content-type', service.metrics.contentType);
    return c.body(await service.metrics.text());
  });
  return listen(app, where);
}

async function answers({ store, queues }: Service): Promise<boolean> {
  await queues.queue('reconcile').stats();
  return store.isReady();
}

async function inTime(answer: Promise<boolean>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), timeout);
  });
  try {
    return await Promise.race([answer.catch(() => false), late]);
  } finally {
    clearTimeout(timer);
  }
}
