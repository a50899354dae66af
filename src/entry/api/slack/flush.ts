import type { SlackRoutesDeps } from './deps.ts';

/** Hands over what waits in the outbox, behind the answer: a failure loses nothing. */
export function flushLater({ later, flushOutbox }: Pick<SlackRoutesDeps, 'later' | 'flushOutbox'>) {
  later(flushOutbox);
}
