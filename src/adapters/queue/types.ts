import type { Problem, Result } from '../../model/result.ts';
import type { Jobs, QueueName } from '../../ports/jobs.ts';
import type { RateLimit } from './rate-limit.ts';

/** All queues of one place, and the workers that this process runs on them. */
export interface Queues {
  queue<N extends QueueName>(name: N): JobQueue<Jobs[N]>;
  /**
   * Starts to take jobs. The handler has to tolerate being called again for a job that it has done.
   */
  work<N extends QueueName>(
    name: N,
    handler: Handler<Jobs[N]>,
    options?: QueueWorkOptions<Jobs[N]>,
  ): Worker;
  /** Closes the workers, then the queues, then the connection. */
  close(): Promise<void>;
}

/**
 * Jobs of one kind. Methods throw if the queue cannot be reached, because the connection is broken.
 */
export interface JobQueue<Job> {
  /**
   * A job that is already waiting or running is not added again; one that is dead is tried again.
   * Fails with `job-invalid`.
   */
  add(job: Job, options?: AddOptions): Promise<Result<Added>>;
  /**
   * Adds the job repeatedly; replaces an earlier schedule with the same id. Fails with
   * `job-invalid` or `schedule-invalid`.
   */
  schedule(job: Job, when: Recurrence, options?: ScheduleOptions): Promise<Result<Added>>;
  /** False if there is no such schedule. */
  unschedule(id: string): Promise<boolean>;
  /** In order of their ids. */
  schedules(): Promise<readonly Schedule[]>;
  stats(): Promise<QueueStats>;
  readonly dead: DeadLetters<Job>;
}

export interface AddOptions {
  /** Jobs with the same id are one job; defaults to an id made from the job's own key. */
  readonly id?: string;
  /** Milliseconds before it may run. */
  readonly delay?: number;
}

export interface ScheduleOptions {
  /** Schedules with the same id are one schedule; defaults to an id made from the job's own key. */
  readonly id?: string;
}

export interface Added {
  readonly id: string;
}

export type Recurrence =
  /** Milliseconds from one start to the next. */
  | { readonly kind: 'every'; readonly every: number }
  /** A cron pattern of five fields, or six with seconds, and the time zone that it refers to. */
  | { readonly kind: 'cron'; readonly cron: string; readonly timeZone: string };

export interface Schedule {
  readonly id: string;
  readonly when: Recurrence;
  /** When it adds its next job, in ISO 8601; undefined if the backend does not report it. */
  readonly next: string | undefined;
}

export interface QueueStats {
  readonly waiting: number;
  readonly running: number;
  /** Jobs that wait for a time: with a delay, between two attempts, or held back by a limit. */
  readonly delayed: number;
  readonly dead: number;
}

/** Jobs that failed as often as they may, or permanently. They stay until somebody decides. */
export interface DeadLetters<Job> {
  /** The latest first. */
  list(options?: { readonly limit?: number }): Promise<readonly DeadLetter<Job>[]>;
  /** Retries the job, beginning with its first attempt. Fails with `job-not-dead`. */
  retry(id: string): Promise<Result<void>>;
  /** Fails with `job-not-dead`. */
  remove(id: string): Promise<Result<void>>;
}

export interface DeadLetter<Job> {
  readonly id: string;
  /** Undefined if what is stored is not a job of this queue. */
  readonly job: Job | undefined;
  readonly attempts: number;
  readonly problem: Problem;
  /** When it died, in ISO 8601. */
  readonly time: string;
}

/**
 * Does a job. A failure is tried again later, with a growing pause. The signal aborts when the
 * result is no longer needed here: the job goes to another worker. `id` is that of the job in the
 * queue, which no two jobs have at the same time.
 */
export type Handler<Job> = (job: Job, signal: AbortSignal, id: string) => Promise<Result<void>>;

export interface QueueWorkOptions<Job> {
  /** Jobs at a time; 1 by default. */
  readonly concurrency?: number;
  /** Milliseconds that closing waits for running jobs. */
  readonly timeout?: number;
  /** Milliseconds without a heartbeat after which a job is taken from its worker. */
  readonly lease?: number;
  /** How often a job may lose its worker before it is dead. */
  readonly losses?: number;
  /** Failures that no later attempt can fix. */
  readonly isFinal?: (problem: Problem) => boolean;
  /** Job rates by group. A job over a limit waits and costs no attempt. */
  readonly limits?: readonly Limit<Job>[];
  /** Which jobs are for other workers; by default all are for this one. */
  readonly others?: Others<Job>;
}

/** Jobs that a worker does not accept: they wait for one that does, and cost no attempt. */
export interface Others<Job> {
  readonly isOwn: (job: Job) => boolean;
  /** Milliseconds until the next worker may look at it. */
  readonly pause: number;
  /** Milliseconds after which a job that no worker took is dead. */
  readonly timeout: number;
  /** Called for a job that has to wait; `id` is its id in the queue. */
  readonly onEvent: (job: Job, id: string) => void;
}

export interface Limit<Job> {
  /**
   * The name under which jobs share the rate, such as a tenant or a forge. Jobs without a group are
   * not limited.
   */
  readonly group: (job: Job) => string | undefined;
  readonly rate: RateLimit;
}

export interface Worker {
  /**
   * Takes no more jobs, waits for the running ones up to its timeout, then returns them to the
   * queue and aborts their signals.
   */
  close(): Promise<void>;
}
