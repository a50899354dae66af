import { createRateLimit } from '../src/queue/rate-limit.ts';
import { isFinal, type Register } from './work.ts';

/** A forge may send hundreds at once, after it was away. */
const perTenant = { burst: 100, interval: 200 };

const final = new Set(['no-such-delivery', 'no-such-forge']);

/** `feedback`: what a forge told of, such as a merge or a comment. */
export const feedback: Register<'feedback'> = (queues, handler, { concurrency, patience, clock }) =>
  queues.work('feedback', handler, {
    concurrency,
    patience,
    isFinal: isFinal(final),
    limits: [{ group: ({ tenant }) => tenant, rate: createRateLimit(perTenant, clock) }],
  });
