import { byTenant, isFinalAmong, othersOf, type RegisterWorker } from './work.ts';

/** Problems that only a change of the settings or the repository can solve. */
const final = new Set([
  'no-such-stack',
  'no-such-branch',
  'no-such-root',
  'root-outside',
  'repository-unencrypted',
  'invalid-configuration',
]);

/** `reconcile`: reads, decides, patches and proves one stack, and records what follows. */
export const reconcile: RegisterWorker<'reconcile'> = (queues, handler, settings) =>
  queues.work('reconcile', handler, {
    concurrency: settings.concurrency,
    timeout: settings.timeout,
    ...othersOf('reconcile', settings.others),
    isFinal: isFinalAmong(final),
    limits: [byTenant(settings, 'reconcile')],
  });
