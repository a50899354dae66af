import type { ApiDeps } from '../deps.ts';

/** Hands over what waits in the outbox, behind the answer: a failure loses nothing. */
export function kick({ flushOutbox, log }: Pick<ApiDeps, 'flushOutbox' | 'log'>): void {
  flushOutbox().catch((error: unknown) => {
    log.warn('outbox waits', { error: error instanceof Error ? error.name : 'unknown' });
  });
}
