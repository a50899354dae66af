import { createRateLimit } from '../src/queue/rate-limit.ts';
import { isFinal, type Register } from './work.ts';

/** A source is asked every ten seconds at most; the burst is for many sources at the start. */
const perTenant = { burst: 60, interval: 1000 };

const final = new Set(['collect-environment', 'no-such-source']);

/** `collect`: pages of audit records from a source into the store. */
export const collect: Register<'collect'> = (queues, handler, { concurrency, patience, clock }) =>
  queues.work('collect', handler, {
    concurrency,
    patience,
    isFinal: isFinal(final),
    limits: [{ group: ({ tenant }) => tenant, rate: createRateLimit(perTenant, clock) }],
  });
