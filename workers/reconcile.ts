import { createRateLimit } from '../src/queue/rate-limit.ts';
import { isFinal, type Register } from './work.ts';

/** Runs are what costs most: one tenant with many stacks leaves room for the others. */
const perTenant = { burst: 30, interval: 2000 };

/** What the settings or the repository have to change for. */
const final = new Set([
  'no-such-stack',
  'no-such-branch',
  'no-such-root',
  'root-outside',
  'repository-unencrypted',
  'invalid-configuration',
]);

/** `reconcile`: reads, decides, patches and proves one stack, and records what follows. */
export const reconcile: Register<'reconcile'> = (
  queues,
  handler,
  { concurrency, patience, clock },
) =>
  queues.work('reconcile', handler, {
    concurrency,
    patience,
    isFinal: isFinal(final),
    limits: [{ group: ({ tenant }) => tenant, rate: createRateLimit(perTenant, clock) }],
  });
