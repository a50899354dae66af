import type { Result } from '../../model/result.ts';
import { withRetries } from '../net/retry.ts';
import type { CallFailure } from './failure.ts';
import type { Limiter } from './limiter.ts';
import type { CollectTimer } from './types.ts';

const attempts = 8;
/** Attempts for a call that gets no answer. */
const silentAttempts = 2;
const firstPause = 1000;
const longestPause = 60_000;

/**
 * Makes a call within the rate limit, and repeats it if it was throttled, failed temporarily or got
 * no answer: after the time that the service asks for, or else after pauses that double. A call
 * without an answer is repeated only once.
 */
export function withCollectRetries<T>(
  call: () => Promise<Result<T, CallFailure>>,
  limit: Limiter,
  timer: CollectTimer,
): Promise<Result<T, CallFailure>> {
  let silences = 0;
  return withRetries(
    async () => {
      await limit();
      return call();
    },
    (failure, attempt) => {
      if (attempt === attempts || !isPassing(failure)) return undefined;
      if (failure.kind === 'silent') silences += 1;
      if (silences === silentAttempts) return undefined;
      return pauseAfter(attempt, failure, timer.random());
    },
    timer.sleep,
  );
}

function isPassing({ kind }: CallFailure): boolean {
  return kind === 'throttled' || kind === 'transient' || kind === 'silent';
}

function pauseAfter(attempt: number, failure: CallFailure, random: number): number {
  const doubled = Math.min(longestPause, firstPause * 2 ** (attempt - 1));
  const pause = doubled * (0.5 + random / 2);
  return Math.max(pause, Math.min(failure.retryAfter ?? 0, 10 * longestPause));
}
