import type { Result } from '../../model/result.ts';

/**
 * Repeats a call that fails, for as long as `pauseAfter` says how many milliseconds to wait after
 * the failure of an attempt, counted from 1; undefined: the failure is the result.
 */
export async function withRetries<T, E>(
  call: () => Promise<Result<T, E>>,
  pauseAfter: (failure: E, attempt: number) => number | undefined,
  sleep: (milliseconds: number) => Promise<void>,
): Promise<Result<T, E>> {
  for (let attempt = 1; ; attempt += 1) {
    const result = await call();
    if (result.ok) return result;
    const pause = pauseAfter(result.error, attempt);
    if (pause === undefined) return result;
    await sleep(pause);
  }
}

/**
 * Milliseconds from a `Retry-After` header (RFC 9110), which has seconds or a date; undefined for
 * any other text. `now` is in milliseconds since 1970; a date that has passed asks for no time.
 */
export function retryAfter(header: string | null | undefined, now: number): number | undefined {
  const text = header?.trim() ?? '';
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1000;
  const moment = Date.parse(text);
  return Number.isNaN(moment) ? undefined : Math.max(0, moment - now);
}
