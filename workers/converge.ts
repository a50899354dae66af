import { isLasting } from '../src/app/propose/problems.ts';
import { byForge, byTenant, isFinalAmong, othersOf, type RegisterWorker } from './work.ts';

/** Problems that only a change of the settings or the repository can solve. */
const isFinal = isFinalAmong(
  new Set([
    'no-such-gitops',
    'no-such-branch',
    'no-such-root',
    'root-outside',
    'repository-unencrypted',
  ]),
);

/** `converge`: brings what a tenant declared into the code of a repository. */
export const converge: RegisterWorker<'converge'> = (queues, handler, settings) =>
  queues.work('converge', handler, {
    concurrency: settings.concurrency,
    timeout: settings.timeout,
    ...othersOf('converge', settings.others),
    isFinal: (problem) => isFinal(problem) || isLasting(problem),
    limits: [byTenant(settings, 'converge'), byForge(settings, 'converge')],
  });
