import type { Result } from '../../model/result.ts';
import type { StateFailure } from './failure.ts';

const attempts = 4;
const firstPause = 500;
const longestPause = 20_000;

/** Repeats a call, after pauses that double, while the service temporarily cannot answer. */
export async function withStateRetries<T>(
  call: () => Promise<Result<T, StateFailure>>,
  sleep: (milliseconds: number) => Promise<void>,
): Promise<Result<T, StateFailure>> {
  for (let attempt = 1; ; attempt += 1) {
    const result = await call();
    if (result.ok || attempt === attempts || !isPassing(result.error)) return result;
    const asked = Math.min(result.error.retryAfter ?? 0, longestPause);
    await sleep(Math.max(asked, firstPause * 2 ** (attempt - 1)));
  }
}

function isPassing({ kind, code }: StateFailure): boolean {
  if (kind === 'unreachable') return code !== 'ENOTFOUND';
  return kind === 'throttled' || kind === 'unavailable';
}
