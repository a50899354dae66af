import type { CollectTimer } from './types.ts';

/** Waits until a call may be made. */
export type Limiter = () => Promise<void>;

/**
 * Lets `burst` calls through immediately and then `perSecond` of them. Waiting calls proceed in the
 * order they came.
 */
export function createLimiter(
  { perSecond, burst }: { readonly perSecond: number; readonly burst: number },
  { elapsed, sleep }: Pick<CollectTimer, 'elapsed' | 'sleep'>,
): Limiter {
  const interval = 1000 / perSecond;
  /** Time at which the bucket is full again. */
  let full = Number.NEGATIVE_INFINITY;
  return async () => {
    const now = elapsed();
    full = Math.max(full, now) + interval;
    const wait = full - burst * interval - now;
    if (wait > 0) await sleep(wait);
  };
}
