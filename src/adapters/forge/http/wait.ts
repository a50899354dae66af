import { retryAfter } from '../../net/retry.ts';

/** Milliseconds before the first repeat; the wait doubles for each further one. */
const firstWait = 500;

/** True if the forge refuses because of the number of requests, not because of this one. */
export function isRateLimited(status: number, headers: Headers): boolean {
  if (status === 429) return true;
  return status === 403 && (headers.has('retry-after') || remaining(headers) === '0');
}

function remaining(headers: Headers): string | null {
  return headers.get('x-ratelimit-remaining') ?? headers.get('ratelimit-remaining');
}

/** Milliseconds to wait before a repeat: what the forge asks for, or else a wait that doubles. */
export function waitFor(headers: Headers | undefined, attempt: number, now: number): number {
  return asked(headers, now) ?? firstWait * 2 ** attempt;
}

/**
 * Milliseconds from `Retry-After`, which has seconds or a date; else until the end of the rate
 * limit, which is in seconds since 1970.
 */
function asked(headers: Headers | undefined, now: number): number | undefined {
  const wait = retryAfter(headers?.get('retry-after'), now);
  if (wait !== undefined) return wait;
  if (headers === undefined || remaining(headers) !== '0') return undefined;
  const reset = headers.get('x-ratelimit-reset') ?? headers.get('ratelimit-reset') ?? '';
  return /^\d{1,12}$/.test(reset) ? Math.max(0, Number(reset) * 1000 - now) : undefined;
}
