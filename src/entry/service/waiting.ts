import type { OtherJobs } from '../../../workers/work.ts';
import type { Log } from '../../adapters/telemetry/log.ts';
import type { Metrics } from '../../adapters/telemetry/metrics.ts';
import type { QueueName } from '../../ports/jobs.ts';

export interface WaitingDeps {
  readonly log: Log;
  readonly metrics: Metrics;
  /** Monotonic clock, in milliseconds. */
  readonly elapsed: () => number;
}

/** Jobs that this process has seen but cannot do. */
export interface Waiting {
  readonly onEvent: OtherJobs['onEvent'];
  readonly count: () => number;
  /** Metrics with the number of such jobs in each queue. */
  readonly metrics: Metrics;
}

/**
 * Milliseconds after which a job that was not seen again was done by another process, or is dead.
 */
const fresh = 60_000;

/** Remembers the jobs for a while, and logs each of them once. */
export function createWaiting({ log, metrics, elapsed }: WaitingDeps): Waiting {
  const met = new Map<string, { readonly queue: QueueName; readonly at: number }>();
  const queues = new Set<QueueName>();
  const sweep = (): void => {
    for (const [id, { at }] of met) if (elapsed() - at > fresh) met.delete(id);
  };
  return {
    onEvent(queue, { tenant, stack, source, forge, channel }, id) {
      sweep();
      queues.add(queue);
      if (!met.has(id)) {
        const named = { tenant, stack, source, forge, channel };
        log.warn('job waits for a process with settings for it', { queue, ...named, job: id });
      }
      met.set(id, { queue, at: elapsed() });
    },
    count() {
      sweep();
      return met.size;
    },
    metrics: {
      ...metrics,
      text() {
        sweep();
        for (const queue of queues) {
          const own = [...met.values()].filter((one) => one.queue === queue);
          metrics.unclaimedJobs(queue, own.length);
        }
        return metrics.text();
      },
    },
  };
}
