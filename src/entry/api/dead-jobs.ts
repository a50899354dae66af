import type { DeadLetter } from '../../adapters/queue/types.ts';
import type { Result } from '../../model/result.ts';
import type { Jobs, QueueName } from '../../ports/jobs.ts';
import type { ApiDeps } from './deps.ts';

type Queues = ApiDeps['jobs']['queues'];
type AnyLetter = DeadLetter<Jobs[QueueName]>;

/** Identifies a job that failed permanently. */
export interface DeadJobName {
  readonly queue: QueueName;
  /** Id within its queue. */
  readonly id: string;
}

/** As many as a queue keeps. */
const all = 10_000;

/** The dead jobs of a tenant. An entry that is not a job belongs to no tenant. */
export async function readDeadJobs(
  queues: Queues,
  queue: QueueName,
  tenant: string,
): Promise<readonly AnyLetter[]> {
  const letters: readonly AnyLetter[] = await queues.queue(queue).dead.list({ limit: all });
  return letters.filter(({ job }) => job?.tenant === tenant);
}

/** Starts the job again from its first attempt. Undefined where the tenant has no such job. */
export function retryDeadJob(
  queues: Queues,
  tenant: string,
  job: DeadJobName,
): Promise<Result<void> | undefined> {
  return withDeadJob(queues, tenant, job, (dead) => dead.retry(job.id));
}

/** Removes the job. Undefined where the tenant has no such job. */
export function removeDeadJob(
  queues: Queues,
  tenant: string,
  job: DeadJobName,
): Promise<Result<void> | undefined> {
  return withDeadJob(queues, tenant, job, (dead) => dead.remove(job.id));
}

type DeadJobs = ReturnType<Queues['queue']>['dead'];

async function withDeadJob(
  queues: Queues,
  tenant: string,
  { queue, id }: DeadJobName,
  act: (dead: DeadJobs) => Promise<Result<void>>,
): Promise<Result<void> | undefined> {
  const letters = await readDeadJobs(queues, queue, tenant);
  return letters.some((letter) => letter.id === id) ? act(queues.queue(queue).dead) : undefined;
}
