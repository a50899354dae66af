import { z } from 'zod';
import type { ApiDeps, ApiLimits } from '../deps.ts';
import { type Endpoint, endpoint } from '../endpoint.ts';
import { nothing } from '../http/parsed.ts';
import { json } from '../http/reply.ts';

export const HealthView = z.object({ status: z.literal('ok') });

export const ReadinessView = z.object({
  status: z.enum(['ready', 'not-ready']),
  parts: z.array(z.object({ name: z.enum(['process', 'store', 'queue']), ready: z.boolean() })),
});

type Deps = Pick<ApiDeps, 'store' | 'queues' | 'metrics' | 'isStopping'>;

/** Whether the process lives, whether it can work, and what it counted. */
export function healthEndpoints(deps: Deps, { readyTime }: ApiLimits): readonly Endpoint[] {
  const health = endpoint({
    method: 'get',
    path: '/healthz',
    name: 'getHealth',
    group: 'service',
    summary: 'Whether the process lives',
    access: { kind: 'open' },
    params: nothing,
    query: nothing,
    replies: { 200: { description: 'It does', schema: HealthView } },
    handle: async () => json(200, { status: 'ok' }),
  });
  const readiness = endpoint({
    method: 'get',
    path: '/readyz',
    name: 'getReadiness',
    group: 'service',
    summary: 'Whether store and queue answer and the process does not stop',
    access: { kind: 'open' },
    params: nothing,
    query: nothing,
    replies: {
      200: { description: 'It can work', schema: ReadinessView },
      503: { description: 'A part is not ready', schema: ReadinessView },
    },
    async handle() {
      const [store, queue] = await Promise.all([
        inTime(() => deps.store.isReady(), readyTime),
        inTime(() => queueAnswers(deps), readyTime),
      ]);
      const parts = [
        { name: 'process', ready: !deps.isStopping() },
        { name: 'store', ready: store },
        { name: 'queue', ready: queue },
      ];
      const isReady = parts.every(({ ready }) => ready);
      return json(isReady ? 200 : 503, { status: isReady ? 'ready' : 'not-ready', parts });
    },
  });
  const metrics = endpoint({
    method: 'get',
    path: '/metrics',
    name: 'getMetrics',
    group: 'service',
    summary: 'Metrics of the whole service, for Prometheus',
    description: 'They name the stacks and sources of all tenants: the scope is for who runs it.',
    access: { kind: 'token', scope: 'metrics' },
    params: nothing,
    query: nothing,
    replies: { 200: { description: 'Text format of Prometheus', type: 'text/plain' } },
    async handle() {
      const body = await deps.metrics.text();
      return { kind: 'text', type: deps.metrics.contentType, body };
    },
  });
  return [health, readiness, metrics];
}

async function queueAnswers({ queues }: Deps): Promise<boolean> {
  await queues.queue('reconcile').stats();
  return true;
}

/** False for what fails, or takes longer. */
async function inTime(ask: () => Promise<boolean>, milliseconds: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), milliseconds);
  });
  try {
    return await Promise.race([ask().catch(() => false), late]);
  } finally {
    clearTimeout(timer);
  }
}
