import type { ApiDeps } from '../deps.ts';

/**
 * Hands over the jobs in the outbox after the response. If that fails, nothing is lost, since they
 * stay there.
 */
export function flushOutboxSoon({ flushOutbox, log }: Pick<ApiDeps, 'flushOutbox' | 'log'>): void {
  flushOutbox().catch((error: unknown) => {
    log.warn('outbox waits', { error: error instanceof Error ? error.name : 'unknown' });
  });
}
