import { createRateLimit } from '../src/queue/rate-limit.ts';
import { isLasting } from '../src/service/propose/problems.ts';
import type { Register } from './work.ts';

const perTenant = { burst: 30, interval: 1000 };

/** A job makes some calls for each proposal; forges count calls by the hour. */
const perForge = { burst: 20, interval: 2000 };

/** `propose`: what a run wants of the forge, one proposal an intent. */
export const propose: Register<'propose'> = (queues, handler, { concurrency, patience, clock }) =>
  queues.work('propose', handler, {
    concurrency,
    patience,
    isFinal: isLasting,
    limits: [
      { group: ({ tenant }) => tenant, rate: createRateLimit(perTenant, clock) },
      {
        group: ({ tenant, forge }) => `${tenant} ${forge}`,
        rate: createRateLimit(perForge, clock),
      },
    ],
  });
