import type { BackoffStrategy } from 'bullmq';

/** Name of the backoff type of Parley's jobs. */
export const pauseType = 'bounded';

/** Milliseconds. After an outage of an hour, no job has to wait for another hour. */
const longest = 60_000;

/**
 * Milliseconds before the next attempt. They double each time, up to a minute; `chance` (from 0 up
 * to 1) takes off up to half, so that jobs that failed together do not return together.
 */
export function pauseAfter(attempts: number, first: number, chance: number): number {
  const whole = Math.min(first * 2 ** (attempts - 1), Math.max(first, longest));
  return Math.round(whole * (1 - chance / 2));
}

/** For BullMQ, whose own doubling pauses have no limit. */
export const pauseStrategy: BackoffStrategy = (attempts, _type, _error, job) => {
  const backoff = job?.opts.backoff;
  const first = typeof backoff === 'object' ? backoff.delay : backoff;
  return pauseAfter(attempts, first ?? longest, Math.random());
};
