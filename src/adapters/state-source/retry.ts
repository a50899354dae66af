import type { Result } from '../../model/result.ts';
import { withRetries } from '../net/retry.ts';
import type { StateFailure } from './failure.ts';

const attempts = 4;
const firstPause = 500;
const longestPause = 20_000;

/** Repeats a call, after pauses that double, while the service temporarily cannot answer. */
export function withStateRetries<T>(
  call: () => Promise<Result<T, StateFailure>>,
  sleep: (milliseconds: number) => Promise<void>,
): Promise<Result<T, StateFailure>> {
  return withRetries(
    call,
    (failure, attempt) => {
      if (attempt === attempts || !isPassing(failure)) return undefined;
      const asked = Math.min(failure.retryAfter ?? 0, longestPause);
      return Math.max(asked, firstPause * 2 ** (attempt - 1));
    },
    sleep,
  );
}

function isPassing({ kind, code }: StateFailure): boolean {
  if (kind === 'unreachable') return code !== 'ENOTFOUND';
  return kind === 'throttled' || kind === 'unavailable';
}
