import { byTenant, isFinalAmong, othersOf, type RegisterWorker } from './work.ts';

const final = new Set(['no-such-stack', 'no-such-channel', 'no-such-run']);

/** `notify`: sends one notification to one channel. */
export const notify: RegisterWorker<'notify'> = (queues, handler, settings) =>
  queues.work('notify', handler, {
    concurrency: settings.concurrency,
    timeout: settings.timeout,
    ...othersOf('notify', settings.others),
    isFinal: isFinalAmong(final),
    limits: [byTenant(settings, 'notify')],
  });
