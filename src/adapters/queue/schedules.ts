import { defaultRepeatStrategy, type JobsOptions } from 'bullmq';
import { fail, ok, type Problem, type Result } from '../../model/result.ts';
import { compareText } from '../../model/text.ts';
import type { QueueName } from '../../ports/jobs.ts';
import type { BullQueue } from './backend.ts';
import type { Added, JobQueue, Recurrence, Schedule, ScheduleOptions } from './types.ts';

type Schedules<Job> = Pick<JobQueue<Job>, 'schedule' | 'unschedule' | 'schedules'>;

/** The job that a schedule adds, and its id. */
type Identify<Job> = (
  job: Job,
  id: string | undefined,
) => Result<{ readonly id: string; readonly job: Job }>;

export function createSchedules<Job>(
  name: QueueName,
  bull: BullQueue,
  options: JobsOptions,
  identify: Identify<Job>,
): Schedules<Job> {
  async function schedule(
    given: Job,
    when: Recurrence,
    { id: wanted }: ScheduleOptions = {},
  ): Promise<Result<Added>> {
    const identified = identify(given, wanted);
    if (!identified.ok) return identified;
    const problem = recurrenceProblem(when);
    if (problem !== undefined) return fail(problem);
    const { id, job } = identified.value;
    await bull.upsertJobScheduler(id, repeatOf(when), { name, data: job, opts: options });
    return ok({ id });
  }

  return {
    schedule,
    unschedule: (id) => bull.removeJobScheduler(id),
    async schedules() {
      const found = await bull.getJobSchedulers(0, -1, true);
      return found.flatMap(describe).sort((a, b) => compareText(a.id, b.id));
    },
  };
}

function repeatOf(when: Recurrence) {
  return when.kind === 'every' ? { every: when.every } : { pattern: when.cron, tz: when.timeZone };
}

type Found = Awaited<ReturnType<BullQueue['getJobSchedulers']>>[number];

function describe({ key, every, pattern, tz, next }: Found): readonly Schedule[] {
  const common = { id: key, next: next === undefined ? undefined : new Date(next).toISOString() };
  if (pattern !== undefined && pattern !== null) {
    return [{ ...common, when: { kind: 'cron', cron: pattern, timeZone: tz ?? 'UTC' } }];
  }
  const period = Number(every);
  return Number.isFinite(period) ? [{ ...common, when: { kind: 'every', every: period } }] : [];
}

const shortest = 10;

/** What is wrong with a recurrence; undefined if it is valid. */
export function recurrenceProblem(when: Recurrence): Problem | undefined {
  if (when.kind === 'every') {
    if (Number.isSafeInteger(when.every) && when.every >= shortest) return undefined;
    return invalid(`${when.every} is not a number of milliseconds of at least ${shortest}`);
  }
  if (!isTimeZone(when.timeZone)) return invalid(`${when.timeZone} is not a time zone`);
  try {
    const next = defaultRepeatStrategy(0, { pattern: when.cron, tz: when.timeZone });
    return next === undefined ? invalid(`${when.cron} never comes`) : undefined;
  } catch {
    return invalid(`${when.cron} is not a cron pattern`);
  }
}

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

function invalid(why: string): Problem {
  return {
    code: 'schedule-invalid',
    message: `The schedule is not valid: ${why}.`,
    hint: 'Give a pattern like `0 3 * * *` and a time zone like `Europe/Madrid`.',
  };
}
