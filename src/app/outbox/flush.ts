import type { Queues } from '../../adapters/queue/types.ts';
import type { Problem } from '../../model/result.ts';
import type { QueueName } from '../../ports/jobs.ts';
import type { Outbox, OutboxJob } from '../../ports/store/service-store.ts';

export interface FlushDeps {
  readonly outbox: Outbox;
  readonly queues: Pick<Queues, 'queue'>;
  /** Called for jobs that no queue accepts. They are dropped, since no queue ever will. */
  readonly refused: (queue: QueueName, problem: Problem) => void;
}

const batch = 100;

/**
 * Hands the jobs of the outbox to their queues. Calls during a flush wait for one further flush,
 * which sees everything put before they were made. A process that is killed in between adds a job
 * twice; both have the same id, so the queue keeps one.
 */
export function createFlush(deps: FlushDeps): () => Promise<void> {
  let running: Promise<void> | undefined;
  let next: Promise<void> | undefined;
  const start = (): Promise<void> => {
    running = flushAll(deps).finally(() => {
      running = undefined;
    });
    return running;
  };
  return () => {
    if (running === undefined) return start();
    next ??= running
      .catch(() => undefined)
      .then(() => {
        next = undefined;
        return start();
      });
    return next;
  };
}

async function flushAll(deps: FlushDeps): Promise<void> {
  for (;;) {
    const pending = await deps.outbox.pending(batch);
    if (pending.length === 0) return;
    const added: number[] = [];
    try {
      for (const entry of pending) {
        await add(deps, entry);
        added.push(entry.seq);
      }
    } finally {
      await deps.outbox.done(added);
    }
    if (pending.length < batch) return;
  }
}

async function add({ queues, refused }: FlushDeps, entry: OutboxJob): Promise<void> {
  const added = await addTo(queues, entry);
  if (!added.ok) refused(entry.queue, added.error);
}

function addTo(queues: FlushDeps['queues'], entry: OutboxJob) {
  switch (entry.queue) {
    case 'collect':
      return queues.queue('collect').add(entry.job);
    case 'reconcile':
      return queues.queue('reconcile').add(entry.job);
    case 'propose':
      return queues.queue('propose').add(entry.job);
    case 'converge':
      return queues.queue('converge').add(entry.job);
    case 'notify':
      return queues.queue('notify').add(entry.job);
    case 'feedback':
      return queues.queue('feedback').add(entry.job);
  }
}
