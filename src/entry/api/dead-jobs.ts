import type { DeadLetter } from '../../adapters/queue/types.ts';
import type { Result } from '../../model/result.ts';
import type { Jobs, QueueName } from '../../ports/jobs.ts';
import type { ApiDeps } from './deps.ts';

type Queues = ApiDeps['queues'];
type AnyLetter = DeadLetter<Jobs[QueueName]>;

/** A job that was given up. */
export interface DeadJobName {
  readonly queue: QueueName;
  /** In its queue. */
  readonly id: string;
}

/** As many as a queue keeps. */
const all = 10_000;

/** Those of a tenant; what is stored and no job is nobody's. */
export async function deadJobsOf(
  queues: Queues,
  queue: QueueName,
  tenant: string,
): Promise<readonly AnyLetter[]> {
  const letters: readonly AnyLetter[] = await queues.queue(queue).dead.list({ limit: all });
  return letters.filter(({ job }) => job?.tenant === tenant);
}

/** From the first attempt on. Undefined where the tenant has no such job. */
export async function retryDeadJob(
  queues: Queues,
  tenant: string,
  job: DeadJobName,
): Promise<Result<void> | undefined> {
  return (await isDead(queues, tenant, job))
    ? queues.queue(job.queue).dead.retry(job.id)
    : undefined;
}

/** Undefined where the tenant has no such job. */
export async function removeDeadJob(
  queues: Queues,
  tenant: string,
  job: DeadJobName,
): Promise<Result<void> | undefined> {
  return (await isDead(queues, tenant, job))
    ? queues.queue(job.queue).dead.remove(job.id)
    : undefined;
}

async function isDead(queues: Queues, tenant: string, { queue, id }: DeadJobName) {
  return (await deadJobsOf(queues, queue, tenant)).some((letter) => letter.id === id);
}
