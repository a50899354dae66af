import type { Hono } from 'hono';
import type { Queues } from '../../adapters/queue/types.ts';
import type { Log } from '../../adapters/telemetry/log.ts';
import type { Metrics } from '../../adapters/telemetry/metrics.ts';
import type { ConfigFile } from '../../config/schema.ts';
import type { Result } from '../../model/result.ts';
import type { QueueName } from '../../ports/jobs.ts';
import type { ServiceStore } from '../../ports/store/service-store.ts';
import type { ApiDeps } from '../api/deps.ts';
import type { ApiEnv } from '../api/mount.ts';
import type { ServicePlaces } from './places.ts';

export interface ServiceWorkOptions {
  /** Queues whose jobs this process does. */
  readonly queues: readonly QueueName[];
  /** Jobs of one queue at a time. */
  readonly concurrency: number;
  /** Milliseconds that a stop waits for running jobs. */
  readonly timeout: number;
}

/** A process of the service: store and queues are open, and nothing runs yet. */
export interface Service {
  readonly store: ServiceStore;
  readonly queues: Queues;
  readonly settings: ConfigFile;
  readonly log: Log;
  /** With what all processes share. */
  readonly metrics: Metrics;
  /** The HTTP interface. */
  readonly api: () => Hono<ApiEnv>;
  /** Makes the schedules equal to the settings; those that other processes ask for stay. */
  readonly schedule: (kept: ReadonlySet<string>) => Promise<Result<void>>;
  /** Starts to take jobs, to flush the outbox and to prune. */
  readonly work: (options: ServiceWorkOptions) => void;
  readonly isStopping: () => boolean;
  /** Jobs that it met and has no settings for. */
  readonly waitingJobs: () => number;
  /** Takes no more jobs and waits for the running ones. */
  readonly rest: () => Promise<void>;
  /** The same, and the interface says that it is not ready. */
  readonly drain: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/** What a process has to itself, and keeps when its settings change. */
export interface Shared extends Pick<ServicePlaces, 'store' | 'queues'> {
  readonly settingsApi: Pick<ApiDeps, 'standing' | 'stacks'>;
}
