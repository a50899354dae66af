import type { Processor, Queue, Worker, WorkerOptions } from 'bullmq';

/** The part of a BullMQ queue that Parley uses; it is the same on Redis and PostgreSQL. */
export type BullQueue = Pick<
  Queue,
  | 'add'
  | 'getJob'
  | 'getFailed'
  | 'getJobCounts'
  | 'upsertJobScheduler'
  | 'removeJobScheduler'
  | 'getJobSchedulers'
  | 'close'
>;

export type BullWorker = Pick<Worker, 'close'>;

/** Creates queues and workers in one place: the same jobs on Redis, PostgreSQL and PGlite. */
export interface Backend {
  queue(name: string): BullQueue;
  worker(
    name: string,
    process: Processor,
    options: Omit<WorkerOptions, 'connection' | 'prefix'>,
  ): BullWorker;
  close(): Promise<void>;
}

/** Called when a connection breaks. */
export type OnQueueError = (error: Error) => void;
