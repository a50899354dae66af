import {
  createRateLimit,
  type Rate,
  type RateClock,
  type RateLimit,
} from '../src/adapters/queue/rate-limit.ts';
import type { Handler, Limit, Others, Queues, Worker } from '../src/adapters/queue/types.ts';
import type { Problem } from '../src/model/result.ts';
import type { Jobs, QueueName } from '../src/ports/jobs.ts';

/** The settings of every worker. */
export interface WorkSettings {
  /** Number of simultaneous jobs. */
  readonly concurrency: number;
  /** Milliseconds for which stopping waits for running jobs. */
  readonly timeout: number;
  /** Monotonic clock, in milliseconds. */
  readonly clock: RateClock;
  readonly rates: Rates;
  /**
   * Creates the counter of jobs, shared with other processes where there are some; defaults to one
   * for this process.
   */
  readonly limit?: (name: string, rate: Rate) => RateLimit;
  /**
   * Handles jobs that the settings of this process do not cover. Without it, the process does all
   * jobs.
   */
  readonly others?: OtherJobs;
}

/** The names that a job may contain. */
export interface NamedJob {
  readonly tenant: string;
  readonly stack?: string;
  readonly source?: string;
  readonly forge?: string | undefined;
  readonly gitops?: string;
  readonly channel?: string;
}

export interface OtherJobs {
  readonly isOwn: (named: NamedJob) => boolean;
  readonly onEvent: (queue: QueueName, named: NamedJob, id: string) => void;
}

/** Milliseconds between two attempts to find a process with the settings for a job. */
const lookPause = 15_000;
/** Milliseconds that such a job waits: one day. */
const longest = 86_400_000;

/** The handling of jobs that the settings of this process do not cover. */
export function othersOf(
  queue: QueueName,
  others: OtherJobs | undefined,
): { readonly others?: Others<NamedJob> } {
  if (others === undefined) return {};
  const onEvent = (job: NamedJob, id: string): void => others.onEvent(queue, job, id);
  return { others: { isOwn: others.isOwn, onEvent, pause: lookPause, timeout: longest } };
}

/** How many jobs may start: for one tenant, and on one forge of a tenant. */
export interface Rates {
  readonly tenant: { readonly [N in QueueName]: Rate };
  readonly forge: { readonly [N in 'propose' | 'converge' | 'feedback']: Rate };
}

/** Starts taking the jobs of a queue with its handler. */
export type RegisterWorker<N extends QueueName> = (
  queues: Pick<Queues, 'work'>,
  handler: Handler<Jobs[N]>,
  settings: WorkSettings,
) => Worker;

/**
 * True for failures that only a change of the settings or the code can solve, so that retrying is
 * useless.
 */
export function isFinalAmong(codes: ReadonlySet<string>): (problem: Problem) => boolean {
  return ({ code }) => codes.has(code);
}

/** Limits each tenant, so that none can use up shared capacity. */
export function byTenant(
  settings: WorkSettings,
  queue: QueueName,
): Limit<{ readonly tenant: string }> {
  const rate = limitOf(settings, `tenant ${queue}`, settings.rates.tenant[queue]);
  return { group: ({ tenant }) => tenant, rate };
}

/**
 * Limits each forge of a tenant. Forges of different tenants are independent, even with the same
 * name.
 */
export function byForge(
  settings: WorkSettings,
  queue: keyof Rates['forge'],
): Limit<{ readonly tenant: string; readonly forge?: string | undefined }> {
  const rate = limitOf(settings, `forge ${queue}`, settings.rates.forge[queue]);
  return {
    group: ({ tenant, forge }) => (forge === undefined ? undefined : `${tenant} ${forge}`),
    rate,
  };
}

function limitOf({ limit, clock }: WorkSettings, name: string, rate: Rate): RateLimit {
  return limit === undefined ? createRateLimit(rate, clock) : limit(name, rate);
}
