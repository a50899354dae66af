import { isLasting } from '../src/app/propose/problems.ts';
import { byForge, byTenant, othersOf, type RegisterWorker } from './work.ts';

/** `propose`: brings the forge in line with a run, with one proposal for each intent. */
export const propose: RegisterWorker<'propose'> = (queues, handler, settings) =>
  queues.work('propose', handler, {
    concurrency: settings.concurrency,
    timeout: settings.timeout,
    ...othersOf('propose', settings.others),
    isFinal: isLasting,
    limits: [byTenant(settings, 'propose'), byForge(settings, 'propose')],
  });
