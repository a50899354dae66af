import { z } from 'zod';
import type { DeadLetter } from '../../../adapters/queue/types.ts';
import { type Jobs, jobDefinitions, type QueueName } from '../../../ports/jobs.ts';
import { readDeadJobs, removeDeadJob, retryDeadJob } from '../dead-jobs.ts';
import type { ApiDeps } from '../deps.ts';
import { type Endpoint, endpoint } from '../endpoint.ts';
import { pageFields, pageReply, pageSchema } from '../http/page.ts';
import { jsonReply, notFound, refuseFor } from '../http/reply.ts';
import { countField, timeField } from '../schema/common.ts';

// The definitions contain each queue once.
const names = Object.keys(jobDefinitions).sort() as [QueueName, ...QueueName[]];
const queueField = z.enum(names);

export const QueuesView = z.object({
  items: z.array(
    z.object({
      queue: queueField,
      waiting: countField,
      running: countField,
      delayed: countField,
      dead: countField,
    }),
  ),
});

export const DeadJobView = z.object({
  queue: queueField,
  id: z.string(),
  job: z.record(z.string(), z.unknown()),
  attempts: countField,
  problem: z.object({ code: z.string(), message: z.string(), hint: z.string().optional() }),
  time: timeField,
});

export const DeadJobList = pageSchema(DeadJobView);

export const RetriedView = z.object({ queue: queueField, id: z.string() });

type Deps = Pick<ApiDeps, 'jobs'>;

const access = { kind: 'token', scope: 'admin' } as const;
const params = z.strictObject({ queue: queueField, id: z.string().min(1).max(200) });

/** Endpoints for the state of the queues and for dead jobs. */
export function queueEndpoints(deps: Deps): readonly Endpoint[] {
  return [...readEndpoints(deps), ...deadJobEndpoints(deps)];
}

function readEndpoints({ jobs: { queues } }: Deps): readonly Endpoint[] {
  const stats = endpoint({
    method: 'get',
    path: '/api/v1/queues',
    name: 'listQueues',
    group: 'queues',
    summary: 'How many jobs each queue has',
    description: 'The numbers cover the whole service, and show nothing else of other tenants.',
    access,
    replies: { 200: { description: 'By name', schema: QueuesView } },
    async handle() {
      const items = await Promise.all(
        names.map(async (queue) => ({ queue, ...(await queues.queue(queue).stats()) })),
      );
      return jsonReply(200, { items });
    },
  });
  const dead = endpoint({
    method: 'get',
    path: '/api/v1/jobs/dead',
    name: 'listDeadJobs',
    group: 'queues',
    summary: 'Jobs of the tenant that were given up',
    access,
    query: z.strictObject({ ...pageFields, queue: queueField.optional() }),
    replies: { 200: { description: 'By queue and id', schema: DeadJobList } },
    async handle({ tenant, query }) {
      const asked = query.queue === undefined ? names : [query.queue];
      return pageReply(asked, query, async (name) => {
        const queue = queueField.parse(name);
        const letters = await readDeadJobs(queues, queue, tenant);
        return letters.map((letter) => ({ key: letter.id, item: deadJobOf(queue, letter) }));
      });
    },
  });
  return [stats, dead];
}

function deadJobEndpoints({ jobs: { queues } }: Deps): readonly Endpoint[] {
  const retry = endpoint({
    method: 'post',
    path: '/api/v1/jobs/{queue}/{id}/retry',
    name: 'retryJob',
    group: 'queues',
    summary: 'Retries a job that was given up',
    access,
    params,
    replies: { 202: { description: 'It is queued', schema: RetriedView } },
    refusals: [404, 409],
    async handle({ tenant, params: job }) {
      const retried = await retryDeadJob(queues, tenant, job);
      if (retried === undefined) return notFound('dead job');
      return retried.ok ? jsonReply(202, job) : refuseFor(409, retried.error);
    },
  });
  const remove = endpoint({
    method: 'delete',
    path: '/api/v1/jobs/{queue}/{id}',
    name: 'removeJob',
    group: 'queues',
    summary: 'Removes a job that was given up',
    access,
    params,
    replies: { 204: { description: 'It is gone' } },
    refusals: [404, 409],
    async handle({ tenant, params: job }) {
      const removed = await removeDeadJob(queues, tenant, job);
      if (removed === undefined) return notFound('dead job');
      return removed.ok ? { kind: 'empty', status: 204 } : refuseFor(409, removed.error);
    },
  });
  return [retry, remove];
}

function deadJobOf(
  queue: QueueName,
  { id, job, attempts, problem, time: at }: DeadLetter<Jobs[QueueName]>,
) {
  const { code, message, hint } = problem;
  return { queue, id, job, attempts, problem: { code, message, hint }, time: at };
}
