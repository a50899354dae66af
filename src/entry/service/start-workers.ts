import { collect } from '../../../workers/collect.ts';
import { converge } from '../../../workers/converge.ts';
import { feedback } from '../../../workers/feedback.ts';
import { notify } from '../../../workers/notify.ts';
import { propose } from '../../../workers/propose.ts';
import { reconcile } from '../../../workers/reconcile.ts';
import type { RegisterWorker, WorkSettings } from '../../../workers/work.ts';
import type { Queues, Worker } from '../../adapters/queue/types.ts';
import type { QueueName } from '../../ports/jobs.ts';
import type { Handlers } from './handlers.ts';
import { type ObserveDeps, observedDeps } from './observe.ts';

const registers: { readonly [N in QueueName]: RegisterWorker<N> } = {
  collect,
  reconcile,
  propose,
  converge,
  notify,
  feedback,
};

/** Starts taking jobs of the named queues. */
export function startWorkers(
  queues: Pick<Queues, 'work'>,
  names: readonly QueueName[],
  handlers: Handlers,
  observe: ObserveDeps,
  settings: WorkSettings,
): readonly Worker[] {
  return names.map((name) => start(queues, name, handlers, observe, settings));
}

function start<N extends QueueName>(
  queues: Pick<Queues, 'work'>,
  name: N,
  handlers: Handlers,
  observe: ObserveDeps,
  settings: WorkSettings,
): Worker {
  const handler: Handlers[N] = handlers[name];
  const register: RegisterWorker<N> = registers[name];
  return register(queues, observedDeps(name, handler, observe), settings);
}
