import type { Handler } from '../../adapters/queue/types.ts';
import type { Handlers } from './handlers.ts';

/**
 * Jobs that this process has begun. When a worker closes, it gives a job back without waiting for
 * it. Whatever the job still has to clean up, such as its lease, needs an open store.
 */
export interface UnderWay {
  watched(handlers: Handlers): Handlers;
  /** Resolves when all of them have ended, or after `max` milliseconds. */
  settled(max: number): Promise<void>;
}

export function createUnderWay(): UnderWay {
  const jobs = new Set<Promise<unknown>>();
  const watch =
    <Job>(handler: Handler<Job>): Handler<Job> =>
    (job, signal, id) => {
      const done = handler(job, signal, id);
      const ended: Promise<unknown> = done.catch(() => undefined).finally(() => jobs.delete(ended));
      jobs.add(ended);
      return done;
    };
  return {
    watched: ({ collect, reconcile, propose, converge, notify, feedback }) => ({
      collect: watch(collect),
      reconcile: watch(reconcile),
      propose: watch(propose),
      converge: watch(converge),
      notify: watch(notify),
      feedback: watch(feedback),
    }),
    async settled(max) {
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, max);
      });
      await Promise.race([Promise.all(jobs), late]);
      clearTimeout(timer);
    },
  };
}
