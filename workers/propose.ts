import { isLasting } from '../src/app/propose/problems.ts';
import { byForge, byTenant, othersOf, type RegisterWorker } from './work.ts';

/** `propose`: what a run wants of the forge, one proposal an intent. */
export const propose: RegisterWorker<'propose'> = (queues, handler, settings) =>
  queues.work('propose', handler, {
    concurrency: settings.concurrency,
    timeout: settings.timeout,
    ...othersOf('propose', settings.others),
    isFinal: isLasting,
    limits: [byTenant(settings, 'propose'), byForge(settings, 'propose')],
  });
