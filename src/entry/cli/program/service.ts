import { type Command, Option } from 'commander';
import type { LogLevel } from '../../../adapters/telemetry/log.ts';
import type { JobsOptions } from '../commands/jobs.ts';
import type { ServeOptions } from '../commands/serve.ts';
import type { StatusOptions } from '../commands/status.ts';
import type { WorkerOptions } from '../commands/worker.ts';
import type { Cli } from './cli.ts';
import { numberBetween } from './number.ts';

/**
 * Adds `serve` and `worker`, the processes of the service, and `status` and `jobs` to inspect it.
 */
export function addServiceCommands(program: Command, { io, finish }: Cli): void {
  withFolder(program.command('serve'))
    .description('watch stacks: collect, scan on a schedule, propose, and answer over HTTP')
    .option('--host <address>', 'address to listen on', '127.0.0.1')
    .option('--port <number>', 'port to listen on; 0 for any that is free', port, 8080)
    .option('--no-workers', 'leave the jobs to `parley worker`')
    .addOption(concurrency())
    .addOption(timeout())
    .addOption(logLevel())
    .action(async (options: ServeOptions) => {
      const { runServe } = await import('../commands/serve.ts');
      finish(await runServe(io, options));
    });
  withFolder(program.command('worker'))
    .description('run jobs of the service, alongside `parley serve` and other workers')
    .option('--queues <names>', 'only these: collect,reconcile,propose,converge,notify,feedback')
    .addOption(concurrency())
    .addOption(timeout())
    .addOption(logLevel())
    .option('--health-host <address>', 'address for --health-port', '127.0.0.1')
    .option('--health-port <number>', 'answer /healthz, /readyz and /metrics there', port)
    .action(async (options: WorkerOptions) => {
      const { runWorker } = await import('../commands/worker.ts');
      finish(await runWorker(io, options));
    });
  withFolder(program.command('status'))
    .description('show the state of the stacks and queues of the service')
    .option('--json', 'print JSON')
    .action(async (options: StatusOptions) => {
      const { runStatus } = await import('../commands/status.ts');
      finish(await runStatus(io, options));
    });
  addJobs(program, { io, finish });
}

function addJobs(program: Command, { io, finish }: Cli): void {
  const jobs = program
    .command('jobs')
    .description('list, retry or remove dead jobs of the service');
  withFolder(jobs.command('list'))
    .description('list dead jobs, and why they failed')
    .option('--queue <name>', 'only this one')
    .option('--json', 'print JSON')
    .action(async (options: JobsOptions) => {
      const { runJobsList } = await import('../commands/jobs.ts');
      finish(await runJobsList(io, options));
    });
  withFolder(jobs.command('retry'))
    .description('retry dead jobs, starting over with their attempts')
    .argument('<id...>', 'as `parley jobs list` prints them, or the beginning of one')
    .action(async (ids: string[], options: JobsOptions) => {
      const { runJobsAct } = await import('../commands/jobs.ts');
      finish(await runJobsAct(io, 'retry', ids, options));
    });
  withFolder(jobs.command('remove'))
    .description('remove dead jobs for good')
    .argument('<id...>', 'as `parley jobs list` prints them, or the beginning of one')
    .action(async (ids: string[], options: JobsOptions) => {
      const { runJobsAct } = await import('../commands/jobs.ts');
      finish(await runJobsAct(io, 'remove', ids, options));
    });
}

/** Adds the options that locate the service's own `parley.yaml`. */
function withFolder(command: Command): Command {
  return command
    .option('--dir <folder>', 'folder with the parley.yaml of the service', '.')
    .option('--config <file>', 'settings; default: parley.yaml in the folder');
}

function concurrency(): Option {
  return new Option('--concurrency <number>', 'jobs of one queue at a time')
    .argParser(numberBetween(1, 100))
    .default(2);
}

function timeout(): Option {
  return new Option('--timeout <seconds>', 'how long a stop waits for running jobs')
    .argParser(numberBetween(0, 3600))
    .default(30);
}

/** The levels are repeated here, since only the command line is loaded before a command runs. */
function logLevel(): Option {
  return new Option(
    '--log-level <level>',
    'lowest level that is logged; default: PARLEY_LOG_LEVEL, else info',
  ).choices(['debug', 'info', 'warn', 'error'] satisfies LogLevel[]);
}

const port = numberBetween(0, 65_535);
