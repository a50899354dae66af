import { setTimeout as sleepFor } from 'node:timers/promises';
import type { CollectTimer } from '../../adapters/collect/types.ts';

/**
 * The clock of this machine. A sleep ends early when `signal` is aborted, and after `longest`
 * milliseconds at most.
 */
export function nodeTimer(signal?: AbortSignal, longest = Number.POSITIVE_INFINITY): CollectTimer {
  return {
    elapsed: () => performance.now(),
    sleep: (milliseconds) =>
      sleepFor(Math.min(milliseconds, longest), undefined, signal && { signal }).catch(
        (error: unknown) => {
          if (signal?.aborted !== true) throw error;
        },
      ),
    random: () => Math.random(),
  };
}
