import type { Hono } from 'hono';
import type { Queues } from '../../adapters/queue/types.ts';
import type { Log } from '../../adapters/telemetry/log.ts';
import type { Metrics } from '../../adapters/telemetry/metrics.ts';
import type { ConfigFile } from '../../config/schema.ts';
import type { Result } from '../../model/result.ts';
import type { QueueName } from '../../ports/jobs.ts';
import type { ServiceStore } from '../../ports/store/service-store.ts';
import type { ApiProcess, ApiRegisters } from '../api/deps.ts';
import type { ApiEnv } from '../api/mount.ts';
import type { ServicePlaces } from './places.ts';

export interface ServiceWorkOptions {
  /** Queues whose jobs this process does. */
  readonly queues: readonly QueueName[];
  /** Number of jobs of one queue that run simultaneously. */
  readonly concurrency: number;
  /** Milliseconds for which stopping waits for running jobs. */
  readonly timeout: number;
}

/** A process of the service: store and queues are open, and nothing runs yet. */
export interface Service {
  readonly store: ServiceStore;
  readonly queues: Queues;
  readonly settings: ConfigFile;
  readonly log: Log;
  /** Includes the metrics that all processes share. */
  readonly metrics: Metrics;
  /** The HTTP interface. */
  readonly api: () => Hono<ApiEnv>;
  /** Makes the schedules match the settings. Those that other processes require stay. */
  readonly schedule: (kept: ReadonlySet<string>) => Promise<Result<void>>;
  /** Starts taking jobs, flushing the outbox and pruning. */
  readonly work: (options: ServiceWorkOptions) => void;
  readonly isStopping: () => boolean;
  /** Number of jobs seen for which this process has no settings. */
  readonly waitingJobs: () => number;
  /** Takes no more jobs, and waits for the running ones. */
  readonly rest: () => Promise<void>;
  /** Does the same, and reports not ready at the HTTP interface. */
  readonly drain: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/** What belongs to the process and survives changes of its settings. */
export interface Shared extends Pick<ServicePlaces, 'store' | 'queues'> {
  readonly settingsApi: Pick<ApiProcess, 'standing'> & Pick<ApiRegisters, 'stacks'>;
}
