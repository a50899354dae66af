import { createRateLimit } from '../src/queue/rate-limit.ts';
import { isFinal, type Register } from './work.ts';

/** Slack takes about a message a second in a channel. */
const perTenant = { burst: 20, interval: 500 };

const final = new Set(['no-such-stack', 'no-such-channel', 'no-such-run']);

/** `notify`: one channel hears of one thing. */
export const notify: Register<'notify'> = (queues, handler, { concurrency, patience, clock }) =>
  queues.work('notify', handler, {
    concurrency,
    patience,
    isFinal: isFinal(final),
    limits: [{ group: ({ tenant }) => tenant, rate: createRateLimit(perTenant, clock) }],
  });
