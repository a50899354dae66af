import type { LogLevel } from '../../../adapters/telemetry/log.ts';
import { readServiceSettings, settingsFile } from '../../../app/stack/settings.ts';
import { fail, ok, type Problem, type Result } from '../../../model/result.ts';
import { displayText } from '../../../model/text.ts';
import type { ExitCode, Io } from '../../../ports/io.ts';
import type { QueueName } from '../../../ports/jobs.ts';
import { queueNames } from '../../../ports/jobs.ts';
import { printProblem, printProblems } from '../../../present/terminal/print-problem.ts';
import { createHealth } from '../../service/health.ts';
import { openReloading, type Reloading } from '../../service/reloading.ts';
import { aborted, endSoon, onHangup, stopSignal } from '../../service/signals.ts';

export interface WorkerOptions {
  readonly dir: string;
  readonly config?: string;
  /** Names separated by commas. */
  readonly queues?: string;
  readonly concurrency: number;
  /** Seconds. */
  readonly timeout: number;
  readonly healthHost: string;
  readonly healthPort?: number;
  readonly logLevel?: LogLevel;
  /** Stops the worker; defaults to signals of the operating system. */
  readonly signal?: AbortSignal;
}

/** `parley worker`: does jobs that other processes add. */
export async function runWorker(io: Io, options: WorkerOptions): Promise<ExitCode> {
  const queues = chosen(options.queues);
  if (!queues.ok) return printProblem(io, queues.error);
  const settings = await readServiceSettings(io, options);
  if (!settings.ok) return printProblems(io, settings.error);
  if (settings.value.store.kind === 'folder') return printProblem(io, ownStore);
  const stop = options.signal ?? stopSignal();
  const read = () => readServiceSettings(io, options);
  const file = settingsFile(io, options);
  const service = await openReloading({ io, read, file }, settings.value);
  if (!service.ok) return printProblem(io, service.error);
  const deaf = onHangup(() => void service.value.reload());
  try {
    return await work(io, { ...options, signal: stop }, queues.value, service.value);
  } finally {
    deaf();
    await service.value.close();
    if (options.signal === undefined && stop.aborted) endSoon(2000);
  }
}

async function work(
  io: Io,
  options: WorkerOptions & { readonly signal: AbortSignal },
  queues: readonly QueueName[],
  reloading: Reloading,
): Promise<ExitCode> {
  const { concurrency, timeout, healthHost: host, healthPort: port, signal: stop } = options;
  const health = port === undefined ? undefined : await createHealth(reloading, { host, port });
  if (health?.ok === false) return printProblem(io, health.error);
  const started = await reloading.start(
    { queues, concurrency, timeout: timeout * 1000 },
    { schedules: false },
  );
  if (!started.ok) {
    await health?.value.close();
    return printProblem(io, started.error);
  }
  const { log } = reloading.current();
  io.out(`Working on ${queues.join(', ')}\n`);
  if (health !== undefined) io.out(`Listening on ${health.value.url}\n`);
  log.info('working', { queues: queues.join(',') });
  await aborted(stop);
  log.info('stopping');
  await reloading.drain();
  await health?.value.close();
  log.info('stopped');
  return 0;
}

function chosen(text: string | undefined): Result<readonly QueueName[]> {
  if (text === undefined) return ok(queueNames);
  const names = text.split(',').map((name) => name.trim());
  const unknown = names.find((name) => !queueNames.includes(name as QueueName));
  if (unknown === undefined) return ok(queueNames.filter((name) => names.includes(name)));
  return fail({
    code: 'no-such-queue',
    message: `There is no queue called ${displayText(unknown, 60)}.`,
    hint: `There are ${queueNames.join(', ')}.`,
  });
}

const ownStore: Problem = {
  code: 'worker-needs-server',
  message: 'The store is a folder, which one process at a time may open.',
  hint: 'Set PARLEY_STORE to postgres://... for `parley serve` and for workers; or let `parley serve` run the jobs itself.',
};
