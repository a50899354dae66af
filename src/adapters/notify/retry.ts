import type { Problem, Result } from '../../model/result.ts';
import { withRetries } from '../net/retry.ts';

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
  /** Milliseconds to wait, as requested by the receiver. */
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
export function withSendRetries<T>(
  call: () => Promise<Result<T, SendFailure>>,
  timer: RetryTimer,
): Promise<Result<T, SendFailure>> {
  return withRetries(
    call,
    ({ passing, retryAfter: asked = 0 }, attempt) => {
      if (!passing || attempt === attempts || asked > longestPause) return undefined;
      const doubled = firstPause * 2 ** (attempt - 1) * (0.5 + timer.random() / 2);
      return Math.max(asked, Math.min(doubled, longestPause));
    },
    timer.sleep,
  );
}
