import type { Problem } from '../src/model/result.ts';
import type { Jobs, QueueName } from '../src/queue/jobs.ts';
import type { Clock } from '../src/queue/rate-limit.ts';
import type { Handler, Queues, Worker } from '../src/queue/types.ts';

/** What every worker is given. */
export interface WorkSettings {
  /** Jobs at a time. */
  readonly concurrency: number;
  /** Milliseconds that a stop waits for running jobs. */
  readonly patience: number;
  /** Milliseconds since some moment; it never goes back. */
  readonly clock: Clock;
}

/** Starts to take the jobs of a queue with its handler. */
export type Register<N extends QueueName> = (
  queues: Pick<Queues, 'work'>,
  handler: Handler<Jobs[N]>,
  settings: WorkSettings,
) => Worker;

/** True of failures that the settings or the code have to change for: trying again mends nothing. */
export function isFinal(codes: ReadonlySet<string>): (problem: Problem) => boolean {
  return ({ code }) => codes.has(code);
}
