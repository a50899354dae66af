import type { Log } from '../../adapters/telemetry/log.ts';
import { messageOf } from './observe.ts';

/** What is done again and again while the process runs. */
export interface Chore {
  readonly name: string;
  /** Milliseconds from the end of one to the start of the next. */
  readonly pause: number;
  readonly run: () => Promise<void>;
}

/** Does the chores, each at once and then again after its pause. Ending waits for those under way. */
export function startChores(chores: readonly Chore[], log: Log): { stop(): Promise<void> } {
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
