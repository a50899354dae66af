import { readServiceSettings, type ServiceFolder, settingsFile } from '../../app/stack/settings.ts';
import { fail, ok, type Problem, type Result } from '../../model/result.ts';
import type { Io } from '../../ports/io.ts';
import type { QueueName } from '../../ports/jobs.ts';
import { createHealth } from './health.ts';
import { openReloading, type Reloading } from './reloading.ts';
import { aborted, endSoon, onHangup, stopSignal } from './signals.ts';

export interface WorkerOptions extends ServiceFolder {
  readonly queues: readonly QueueName[];
  readonly concurrency: number;
  /** Seconds for which stopping waits for running jobs. */
  readonly timeout: number;
  readonly healthHost: string;
  /** Nothing is served without one. */
  readonly healthPort?: number;
  /** Stops the worker; defaults to signals of the operating system. */
  readonly signal?: AbortSignal;
  /** Called when jobs are taken, with the address of its health where that is served. */
  readonly working: (healthUrl: string | undefined) => void;
}

/** Does jobs that other processes add, until it is stopped. */
export async function workUntilStopped(
  io: Io,
  options: WorkerOptions,
): Promise<Result<void, readonly Problem[]>> {
  const settings = await readServiceSettings(io, options);
  if (!settings.ok) return settings;
  if (settings.value.store.kind === 'folder') return fail([ownStore]);
  const stop = options.signal ?? stopSignal();
  const read = () => readServiceSettings(io, options);
  const file = settingsFile(io, options);
  const service = await openReloading({ io, read, file }, settings.value);
  if (!service.ok) return fail([service.error]);
  const deaf = onHangup(() => void service.value.reload());
  try {
    return await work(options, service.value, stop);
  } finally {
    deaf();
    await service.value.close();
    if (options.signal === undefined && stop.aborted) endSoon(2000);
  }
}

async function work(
  options: WorkerOptions,
  reloading: Reloading,
  stop: AbortSignal,
): Promise<Result<void, readonly Problem[]>> {
  const { queues, concurrency, timeout, healthHost: host, healthPort: port } = options;
  const health = port === undefined ? undefined : await createHealth(reloading, { host, port });
  if (health?.ok === false) return fail([health.error]);
  const started = await reloading.start(
    { queues, concurrency, timeout: timeout * 1000 },
    { schedules: false },
  );
  if (!started.ok) {
    await health?.value.close();
    return fail([started.error]);
  }
  const { log } = reloading.current();
  options.working(health?.value.url);
  log.info('working', { queues: queues.join(',') });
  await aborted(stop);
  log.info('stopping');
  await reloading.drain();
  await health?.value.close();
  log.info('stopped');
  return ok(undefined);
}

const ownStore: Problem = {
  code: 'worker-needs-server',
  message: 'The store is a folder, which one process at a time may open.',
  hint: 'Set PARLEY_STORE to postgres://... for `parley serve` and for workers; or let `parley serve` run the jobs itself.',
};
