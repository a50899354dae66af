import type { Command } from 'commander';
import type { ServiceFolder } from '../../../../app/stack/settings.ts';
import { fail, ok, type Result } from '../../../../model/result.ts';
import { displayText } from '../../../../model/text.ts';
import type { ExitCode, Io } from '../../../../ports/io.ts';
import { type QueueName, queueNames } from '../../../../ports/jobs.ts';
import { printProblem, printProblems } from '../../../../present/terminal/print-problem.ts';
import type { Cli } from '../../program/command.ts';
import { concurrency, logLevel, port, timeout, withServiceFolder } from './flags.ts';

interface WorkerFlags extends ServiceFolder {
  /** Names separated by commas. */
  readonly queues?: string;
  readonly concurrency: number;
  /** Seconds. */
  readonly timeout: number;
  readonly healthHost: string;
  readonly healthPort?: number;
}

/** `parley worker`: does jobs that other processes add. */
export function defineWorker(command: Command, { io, finish }: Cli): void {
  withServiceFolder(command)
    .option('--queues <names>', 'only these: collect,reconcile,propose,converge,notify,feedback')
    .addOption(concurrency())
    .addOption(timeout())
    .addOption(logLevel())
    .option('--health-host <address>', 'address for --health-port', '127.0.0.1')
    .option('--health-port <number>', 'answer /healthz, /readyz and /metrics there', port)
    .action(async (flags: WorkerFlags) => finish(await work(io, flags)));
}

async function work(io: Io, { queues: named, ...flags }: WorkerFlags): Promise<ExitCode> {
  const queues = chosen(named);
  if (!queues.ok) return printProblem(io, queues.error);
  const { workUntilStopped } = await import('../../../service/work-until-stopped.ts');
  const working = (healthUrl: string | undefined): void => {
    io.out(`Working on ${queues.value.join(', ')}\n`);
    if (healthUrl !== undefined) io.out(`Listening on ${healthUrl}\n`);
  };
  const worked = await workUntilStopped(io, { ...flags, queues: queues.value, working });
  return worked.ok ? 0 : printProblems(io, worked.error);
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
