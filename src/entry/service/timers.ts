import type { Log } from '../../adapters/telemetry/log.ts';
import { messageOf } from './observe.ts';

/** Work that is repeated while the process runs. */
export interface PeriodicTask {
  readonly name: string;
  /** Milliseconds from the end of one run to the start of the next. */
  readonly pause: number;
  readonly run: () => Promise<void>;
}

/**
 * Runs the chores, each immediately and then again after its pause. Stopping waits for those in
 * progress.
 */
export function startPeriodicTasks(
  chores: readonly PeriodicTask[],
  log: Log,
): { stop(): Promise<void> } {
  const end = new AbortController();
  const loops = chores.map(async ({ name, pause, run }) => {
    while (!end.signal.aborted) {
      await run().catch((error: unknown) => {
        log.warn('chore failed', { chore: name, reason: messageOf(error) });
      });
      await pauseFor(pause, end.signal);
    }
  });
  return {
    async stop() {
      end.abort();
      await Promise.all(loops);
    },
  };
}

function pauseFor(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const done = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, milliseconds);
    signal.addEventListener('abort', done);
  });
}
