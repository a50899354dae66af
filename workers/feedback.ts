import { byForge, byTenant, isFinal, othersOf, type Register } from './work.ts';

const final = new Set(['no-such-delivery', 'no-such-forge']);

/** `feedback`: what a forge told of, such as a merge or a comment. */
export const feedback: Register<'feedback'> = (queues, handler, settings) =>
  queues.work('feedback', handler, {
    concurrency: settings.concurrency,
    timeout: settings.timeout,
    ...othersOf('feedback', settings.others),
    isFinal: isFinal(final),
    limits: [byTenant(settings, 'feedback'), byForge(settings, 'feedback')],
  });
