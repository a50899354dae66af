import { byTenant, isFinalAmong, othersOf, type RegisterWorker } from './work.ts';

const final = new Set(['collect-environment', 'no-such-source']);

/** `collect`: pages of audit records from a source into the store. */
export const collect: RegisterWorker<'collect'> = (queues, handler, settings) =>
  queues.work('collect', handler, {
    concurrency: settings.concurrency,
    timeout: settings.timeout,
    ...othersOf('collect', settings.others),
    isFinal: isFinalAmong(final),
    limits: [byTenant(settings, 'collect')],
  });
