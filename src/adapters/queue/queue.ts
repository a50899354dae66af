import type { Job as BullJob, JobsOptions } from 'bullmq';
import { fail, ok, type Problem, type Result } from '../../model/result.ts';
import type { JobDefinition, QueueName } from '../../ports/jobs.ts';
import type { BullQueue } from './backend.ts';
import { createDeadLetters, revive } from './dead-letters.ts';
import { jobId } from './job-id.ts';
import { pauseType } from './pause.ts';
import { createSchedules } from './schedules.ts';
import type { Added, AddOptions, JobQueue } from './types.ts';

/** Most dead jobs that are kept, so that a storm of failures cannot fill the disk. */
const keptDead = 10_000;

export function createQueue<Job>(
  name: QueueName,
  definition: JobDefinition<Job>,
  bull: BullQueue,
): JobQueue<Job> {
  const options = jobOptions(definition);
  const parse = (job: unknown): Result<Job> => parseJob(name, definition, job);

  async function add(given: Job, { id, delay = 0 }: AddOptions = {}): Promise<Result<Added>> {
    const job = parse(given);
    if (!job.ok) return job;
    const known = jobId(name, id ?? definition.key(job.value));
    const shared = definition.joined?.(job.value);
    const added = await bull.add(name, job.value, {
      ...options,
      jobId: known,
      delay,
      ...(shared === undefined
        ? {}
        : { deduplication: { id: jobId(name, shared), keepLastIfActive: true } }),
    });
    if ((await added.isFailed()) && (await wasKnown(added))) await revive(added);
    return ok({ id: known });
  }

  /** A worker may have tried a new job before `add` returns, and must not try it again. */
  async function wasKnown(added: BullJob): Promise<boolean> {
    const stored: BullJob | undefined = await bull.getJob(added.id ?? '');
    return stored !== undefined && stored.timestamp !== added.timestamp;
  }

  return {
    add,
    ...createSchedules(name, bull, options, (job: Job, id) => {
      const parsed = parse(job);
      if (!parsed.ok) return parsed;
      return ok({ id: jobId(name, id ?? definition.key(parsed.value)), job: parsed.value });
    }),
    async stats() {
      const counts = await bull.getJobCounts(
        'waiting',
        'prioritized',
        'active',
        'delayed',
        'failed',
      );
      const count = (state: string): number => counts[state] ?? 0;
      return {
        waiting: count('waiting') + count('prioritized'),
        running: count('active'),
        delayed: count('delayed'),
        dead: count('failed'),
      };
    },
    dead: createDeadLetters(bull, definition),
  };
}

/** A value that a queue holds or receives, if it is a job of that queue. */
export function parseJob<Job>(
  name: QueueName,
  { schema }: JobDefinition<Job>,
  value: unknown,
): Result<Job, Problem> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return ok(parsed.data);
  const [issue] = parsed.error.issues;
  const where = issue === undefined || issue.path.length === 0 ? '' : ` at ${issue.path.join('.')}`;
  return fail({
    code: 'job-invalid',
    message: `This is not a job of the queue ${name}${where}: ${issue?.message ?? 'unknown form'}.`,
  });
}

function jobOptions({
  attempts,
  pause,
  remember,
}: Pick<JobDefinition<unknown>, 'attempts' | 'pause' | 'remember'>): JobsOptions {
  return {
    attempts,
    backoff: { type: pauseType, delay: pause },
    removeOnComplete: remember === 0 ? true : { age: remember },
    removeOnFail: { count: keptDead },
    // Stack traces may quote anything.
    stackTraceLimit: 0,
  };
}
