import type { SlackRoutesDeps } from './deps.ts';

/**
 * Hands over the jobs in the outbox after the response. If that fails, nothing is lost, since they
 * stay there.
 */
export function flushLater({ later, flushOutbox }: Pick<SlackRoutesDeps, 'later' | 'flushOutbox'>) {
  later(flushOutbox);
}
