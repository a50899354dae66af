import type { Problem, Result } from '../../model/result.ts';

/** Waiting and random numbers, as a port. */
export interface RetryTimer {
  /** Milliseconds. */
  readonly sleep: (milliseconds: number) => Promise<void>;
  /** From 0 up to, but not including, 1. */
  readonly random: () => number;
}

/** Why something could not be sent. */
export interface SendFailure extends Problem {
  /** True if another attempt may succeed. */
  readonly passing: boolean;
  /** Seconds to wait, as requested by the receiver. */
  readonly retryAfter?: number;
  /** Set if it may have arrived all the same. */
  readonly unknown?: true;
  /** The receiver's own code for the failure. */
  readonly receiverCode?: string;
}

const attempts = 5;
const firstPause = 1000;

/**
 * The longest pause within one call, in milliseconds. A receiver that asks for more is tried
 * another time.
 */
const longestPause = 60_000;

/**
 * Repeats a call while its failure may pass: after the time that the receiver asks for, or else
 * after pauses that double.
 */
export async function withSendRetries<T>(
  call: () => Promise<Result<T, SendFailure>>,
  timer: RetryTimer,
): Promise<Result<T, SendFailure>> {
  for (let attempt = 1; ; attempt += 1) {
    const result = await call();
    if (result.ok || !result.error.passing || attempt === attempts) return result;
    const asked = (result.error.retryAfter ?? 0) * 1000;
    if (asked > longestPause) return result;
    const doubled = firstPause * 2 ** (attempt - 1) * (0.5 + timer.random() / 2);
    await timer.sleep(Math.max(asked, Math.min(doubled, longestPause)));
  }
}

/** Seconds of a `Retry-After` header (RFC 9110), which may also be a date; `now` in milliseconds. */
export function secondsToWait(header: string | undefined, now: number): number | undefined {
  if (header === undefined) return undefined;
  if (/^\d{1,9}$/.test(header.trim())) return Number(header);
  const moment = Date.parse(header);
  return Number.isNaN(moment) ? undefined : Math.max(0, Math.ceil((moment - now) / 1000));
}
