import type { Result } from '../../model/result.ts';
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
export async function withCollectRetries<T>(
  call: () => Promise<Result<T, CallFailure>>,
  limit: Limiter,
  timer: CollectTimer,
): Promise<Result<T, CallFailure>> {
  let silences = 0;
  for (let attempt = 1; ; attempt += 1) {
    await limit();
    const result = await call();
    if (result.ok || attempt === attempts || !isPassing(result.error)) return result;
    if (result.error.kind === 'silent') silences += 1;
    if (silences === silentAttempts) return result;
    await timer.sleep(pauseAfter(attempt, result.error, timer.random()));
  }
}

function isPassing({ kind }: CallFailure): boolean {
  return kind === 'throttled' || kind === 'transient' || kind === 'silent';
}

function pauseAfter(attempt: number, { retryAfter }: CallFailure, random: number): number {
  const doubled = Math.min(longestPause, firstPause * 2 ** (attempt - 1));
  const pause = doubled * (0.5 + random / 2);
  return Math.max(pause, Math.min(retryAfter ?? 0, 10 * longestPause));
}
