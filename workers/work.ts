import {
  createRateLimit,
  type Rate,
  type RateClock,
  type RateLimit,
} from '../src/adapters/queue/rate-limit.ts';
import type { Handler, Limit, Others, Queues, Worker } from '../src/adapters/queue/types.ts';
import type { Problem } from '../src/model/result.ts';
import type { Jobs, QueueName } from '../src/ports/jobs.ts';

/** What every worker is given. */
export interface WorkSettings {
  /** Jobs at a time. */
  readonly concurrency: number;
  /** Milliseconds that a stop waits for running jobs. */
  readonly timeout: number;
  /** Milliseconds since some moment; it never goes back. */
  readonly clock: RateClock;
  readonly rates: Rates;
  /** Counts jobs, with other processes where there are some; by itself when left out. */
  readonly limit?: (name: string, rate: Rate) => RateLimit;
  /** What the settings of this process do not name; everything is its own where nothing is said. */
  readonly others?: OtherJobs;
}

/** What a job may name. */
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

/** Milliseconds between two looks at a job for which nobody has the settings. */
const lookPause = 15_000;
/** Milliseconds that it waits for somebody: a day. */
const longest = 86_400_000;

/** Jobs of a queue that the settings of this process say nothing of. */
export function othersOf(
  queue: QueueName,
  others: OtherJobs | undefined,
): { readonly others?: Others<NamedJob> } {
  if (others === undefined) return {};
  const onEvent = (job: NamedJob, id: string): void => others.onEvent(queue, job, id);
  return { others: { isOwn: others.isOwn, onEvent, pause: lookPause, timeout: longest } };
}

/** How many jobs may start: of one tenant, and on one forge of a tenant. */
export interface Rates {
  readonly tenant: { readonly [N in QueueName]: Rate };
  readonly forge: { readonly [N in 'propose' | 'converge' | 'feedback']: Rate };
}

/** Starts to take the jobs of a queue with its handler. */
export type RegisterWorker<N extends QueueName> = (
  queues: Pick<Queues, 'work'>,
  handler: Handler<Jobs[N]>,
  settings: WorkSettings,
) => Worker;

/** True of failures that the settings or the code have to change for: trying again mends nothing. */
export function isFinalAmong(codes: ReadonlySet<string>): (problem: Problem) => boolean {
  return ({ code }) => codes.has(code);
}

/** No tenant takes all of what everybody shares. */
export function byTenant(
  settings: WorkSettings,
  queue: QueueName,
): Limit<{ readonly tenant: string }> {
  const rate = limitOf(settings, `tenant ${queue}`, settings.rates.tenant[queue]);
  return { group: ({ tenant }) => tenant, rate };
}

/** A forge of one tenant has nothing to do with that of another, whatever they are called. */
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
