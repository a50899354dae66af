import { byForge, byTenant, isFinalAmong, othersOf, type RegisterWorker } from './work.ts';

const final = new Set(['no-such-delivery', 'no-such-forge']);

/** `feedback`: handles what a forge reported, such as a merge or a comment. */
export const feedback: RegisterWorker<'feedback'> = (queues, handler, settings) =>
  queues.work('feedback', handler, {
    concurrency: settings.concurrency,
    timeout: settings.timeout,
    ...othersOf('feedback', settings.others),
    isFinal: isFinalAmong(final),
    limits: [byTenant(settings, 'feedback'), byForge(settings, 'feedback')],
  });
