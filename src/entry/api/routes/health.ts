import { z } from 'zod';
import { checkReadiness } from '../../../app/health/readiness.ts';
import type { ApiDeps, ApiLimits } from '../deps.ts';
import { type Endpoint, endpoint } from '../endpoint.ts';
import { jsonReply } from '../http/reply.ts';
import { countField } from '../schema/common.ts';

export const HealthView = z.object({ status: z.literal('ok') });

export const ReadinessView = z.object({
  status: z.enum(['ready', 'not-ready']),
  settings: z
    .object({
      version: countField.meta({ description: 'Version of the settings of this process' }),
      newest: countField.meta({ description: 'Newest version of any process' }),
      waitingJobs: countField.meta({ description: 'Jobs for which this process has no settings' }),
    })
    .optional(),
  parts: z
    .array(z.object({ name: z.enum(['process', 'store', 'queue']), ready: z.boolean() }))
    .readonly(),
  setAside: countField.optional().meta({
    description: 'Stacks set aside after lost runs; omitted if the store does not answer',
  }),
});

type Deps = Pick<ApiDeps, 'settings' | 'store' | 'jobs' | 'process' | 'runtime'>;

/** Endpoints for liveness, readiness and metrics. */
export function healthEndpoints(
  { settings, store, jobs: { queues }, process, runtime: { metrics } }: Deps,
  { readyTime }: ApiLimits,
): readonly Endpoint[] {
  const asked = { ...process, settings, store, queues };
  const health = endpoint({
    method: 'get',
    path: '/healthz',
    name: 'getHealth',
    group: 'service',
    summary: 'Whether the process lives',
    access: { kind: 'open' },
    replies: { 200: { description: 'It does', schema: HealthView } },
    handle: async () => jsonReply(200, { status: 'ok' }),
  });
  const readiness = endpoint({
    method: 'get',
    path: '/readyz',
    name: 'getReadiness',
    group: 'service',
    summary: 'Whether store and queue answer and the process does not stop',
    access: { kind: 'open' },
    replies: {
      200: { description: 'It can work', schema: ReadinessView },
      503: { description: 'A part is not ready', schema: ReadinessView },
    },
    async handle() {
      const readiness = await checkReadiness(asked, readyTime);
      return jsonReply(readiness.status === 'ready' ? 200 : 503, readiness);
    },
  });
  const measured = endpoint({
    method: 'get',
    path: '/metrics',
    name: 'getMetrics',
    group: 'service',
    summary: 'Metrics of the whole service, for Prometheus',
    description:
      'They name the stacks and sources of all tenants: the scope is for operators of the service.',
    access: { kind: 'token', scope: 'metrics' },
    replies: { 200: { description: 'Text format of Prometheus', type: 'text/plain' } },
    async handle() {
      const body = await metrics.text();
      return { kind: 'text', type: metrics.contentType, body };
    },
  });
  return [health, readiness, measured];
}
