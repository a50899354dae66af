import type { Job as BullJob } from 'bullmq';
import { fail, ok } from '../../model/result.ts';
import { compareText } from '../../model/text.ts';
import type { JobDefinition } from '../../ports/jobs.ts';
import type { BullQueue } from './backend.ts';
import { queueProblem } from './failure.ts';
import type { DeadLetter, DeadLetters } from './types.ts';

export function createDeadLetters<Job>(
  bull: BullQueue,
  definition: JobDefinition<Job>,
): DeadLetters<Job> {
  return {
    async list({ limit = 100 } = {}) {
      const jobs = await bull.getFailed(0, limit - 1);
      return jobs.map((job) => describe(job, definition)).sort(latestFirst);
    },
    async retry(id) {
      const job = await findDead(bull, id);
      if (job === undefined || !(await revive(job))) return fail(notDead(id));
      return ok(undefined);
    },
    async remove(id) {
      const job = await findDead(bull, id);
      if (job === undefined) return fail(notDead(id));
      await job.remove();
      return ok(undefined);
    },
  };
}

/** Retries a dead job, beginning with its first attempt; false if somebody else just did. */
export async function revive(job: BullJob): Promise<boolean> {
  try {
    await job.retry('failed', { resetAttemptsMade: true, resetAttemptsStarted: true });
    return true;
  } catch (error) {
    if (await job.isFailed()) throw error;
    return false;
  }
}

async function findDead(bull: BullQueue, id: string): Promise<BullJob | undefined> {
  const job: BullJob | undefined = await bull.getJob(id);
  return job !== undefined && (await job.isFailed()) ? job : undefined;
}

function describe<Job>(job: BullJob, { schema }: JobDefinition<Job>): DeadLetter<Job> {
  const parsed = schema.safeParse(job.data);
  return {
    id: job.id ?? '',
    job: parsed.success ? parsed.data : undefined,
    attempts: job.attemptsMade,
    problem: queueProblem(job.failedReason),
    time: new Date(job.finishedOn ?? job.timestamp).toISOString(),
  };
}

function latestFirst(a: DeadLetter<unknown>, b: DeadLetter<unknown>): number {
  return compareText(b.time, a.time) || compareText(a.id, b.id);
}

function notDead(id: string) {
  return {
    code: 'job-not-dead',
    message: `There is no dead job ${id}.`,
    hint: 'List the dead jobs; this one may have been retried or removed.',
  };
}
