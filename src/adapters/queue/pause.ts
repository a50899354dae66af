import type { BackoffStrategy } from 'bullmq';

/** What the jobs of Parley call their pauses. */
export const pauseType = 'bounded';

/** Milliseconds: after an outage of an hour, nothing waits another hour. */
const longest = 60_000;

/**
 * Milliseconds before the next attempt: twice as many each time, up to a minute, and up to half of
 * that less as `chance` (from 0 up to 1) says, so that jobs which failed together come back apart.
 */
export function pauseAfter(attempts: number, first: number, chance: number): number {
  const whole = Math.min(first * 2 ** (attempts - 1), Math.max(first, longest));
  return Math.round(whole * (1 - chance / 2));
}

/** For BullMQ, which knows pauses that double without end. */
export const pauseStrategy: BackoffStrategy = (attempts, _type, _error, job) => {
  const backoff = job?.opts.backoff;
  const first = typeof backoff === 'object' ? backoff.delay : backoff;
  return pauseAfter(attempts, first ?? longest, Math.random());
};
