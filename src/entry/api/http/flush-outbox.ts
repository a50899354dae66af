import type { ApiDeps } from '../deps.ts';

/**
 * Hands over the jobs in the outbox after the response. If that fails, nothing is lost, since they
 * stay there.
 */
export function flushOutboxSoon({
  jobs: { flushOutbox },
  runtime: { log },
}: Pick<ApiDeps, 'jobs' | 'runtime'>): void {
  flushOutbox().catch((error: unknown) => {
    log.warn('outbox waits', { error: error instanceof Error ? error.name : 'unknown' });
  });
}
