import type { Log } from '../../../adapters/telemetry/log.ts';
import type { ServiceStore } from '../../../ports/store/service-store.ts';

/** Why the server ends a stream. `elsewhere`: the session has newer streams. */
export type LiveEnd = 'signed-out' | 'elsewhere' | 'over';

/** An open page that is notified of changes. */
export interface LiveListener {
  readonly tenant: string;
  /** Identifies the streams that belong together. */
  readonly session: string;
  /** Receives, for each stack, how often what it shows has changed. */
  onChange(versions: ReadonlyMap<string, number>): void;
  end(why: LiveEnd): void;
}

export interface LiveHub {
  /**
   * Adds a listener, and returns the function that removes it, or undefined where there are too
   * many.
   */
  join(listener: LiveListener): (() => void) | undefined;
}

export interface LiveHubOptions {
  readonly store: { readonly shown: Pick<ServiceStore['shown'], 'versions'> };
  readonly log: Log;
  /** Ends all streams when the settings are about to change, or the process stops. */
  readonly ending?: AbortSignal | undefined;
  /** Milliseconds between two reads of the store. */
  readonly pause: number;
}

/**
 * Streams of one session: enough for the visible pages, and for a few that are just being replaced.
 */
const maxOfSession = 6;
/** Streams of one process. */
const maxListeners = 2000;

/**
 * Reads the store for as long as anybody listens, once for all pages of a tenant, so that changes
 * by any process reach all of them.
 */
export function createLiveHub({ store, log, ending, pause }: LiveHubOptions): LiveHub {
  const listeners = new Set<LiveListener>();
  let timer: NodeJS.Timeout | undefined;
  const look = async (): Promise<void> => {
    for (const tenant of new Set([...listeners].map((one) => one.tenant))) {
      const versions = await store.shown.versions(tenant);
      for (const one of listeners) if (one.tenant === tenant) one.onChange(versions);
    }
  };
  const lookAgain = (): void => {
    timer = setTimeout(() => {
      look()
        .catch((error: unknown) => {
          log.warn('live updates wait', {
            reason: error instanceof Error ? error.name : 'unknown',
          });
        })
        .finally(() => {
          if (listeners.size > 0) lookAgain();
          else timer = undefined;
        });
    }, pause);
    timer.unref();
  };
  ending?.addEventListener('abort', () => {
    for (const one of [...listeners]) one.end('over');
    listeners.clear();
  });
  return {
    join(listener) {
      if (listeners.size >= maxListeners || ending?.aborted === true) return undefined;
      const own = [...listeners].filter(
        ({ tenant, session }) => tenant === listener.tenant && session === listener.session,
      );
      for (const one of own.slice(0, Math.max(0, own.length - maxOfSession + 1))) {
        listeners.delete(one);
        one.end('elsewhere');
      }
      listeners.add(listener);
      if (timer === undefined) lookAgain();
      return () => listeners.delete(listener);
    },
  };
}
