import { byTenant, isFinalAmong, othersOf, type RegisterWorker } from './work.ts';

const final = new Set(['collect-environment', 'no-such-source']);

/** `collect`: stores pages of audit records from a source. */
export const collect: RegisterWorker<'collect'> = (queues, handler, settings) =>
  queues.work('collect', handler, {
    concurrency: settings.concurrency,
    timeout: settings.timeout,
    ...othersOf('collect', settings.others),
    isFinal: isFinalAmong(final),
    limits: [byTenant(settings, 'collect')],
  });
