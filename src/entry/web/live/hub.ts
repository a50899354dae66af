import type { Log } from '../../../adapters/telemetry/log.ts';
import type { ServiceStore } from '../../../ports/store/service-store.ts';

/** What ends a stream from here. `elsewhere`: its session has newer ones. */
export type LiveEnd = 'signed-out' | 'elsewhere' | 'over';

/** An open page that is notified of changes. */
export interface LiveListener {
  readonly tenant: string;
  /** Which of them belong together. */
  readonly session: string;
  /** How often what each stack shows has changed. */
  onChange(versions: ReadonlyMap<string, number>): void;
  end(why: LiveEnd): void;
}

export interface LiveHub {
  /** Adds one; the call that takes it out again, or undefined where there are too many. */
  join(listener: LiveListener): (() => void) | undefined;
}

export interface LiveHubOptions {
  readonly store: { readonly shown: Pick<ServiceStore['shown'], 'versions'> };
  readonly log: Log;
  /** Ends all streams: the settings are about to change, or the process stops. */
  readonly ending?: AbortSignal | undefined;
  /** Milliseconds between two looks at the store. */
  readonly pause: number;
}

/** Streams of one session: open pages that are looked at, and some more for those in between. */
const maxOfSession = 6;
/** Streams of a process. */
const most = 2000;

/**
 * Looks at the store as long as anybody listens, once for all pages of a tenant, so that what any
 * process writes reaches all.
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
      if (listeners.size >= most || ending?.aborted === true) return undefined;
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
