import type { Command } from 'commander';
import type { ServiceFolder } from '../../../../app/stack/settings.ts';
import type { ExitCode, Io } from '../../../../ports/io.ts';
import { printProblems } from '../../../../present/terminal/print-problem.ts';
import type { Cli } from '../../program/command.ts';
import { concurrency, logLevel, port, timeout, withServiceFolder } from './flags.ts';

interface ServeFlags extends ServiceFolder {
  readonly host: string;
  readonly port: number;
  /** False with `--no-workers`. */
  readonly workers: boolean;
  readonly concurrency: number;
  /** Seconds. */
  readonly timeout: number;
}

/**
 * `parley serve`: serves the HTTP interface, runs the schedules, and does the jobs unless others do
 * them.
 */
export function defineServe(command: Command, { io, finish }: Cli): void {
  withServiceFolder(command)
    .option('--host <address>', 'address to listen on', '127.0.0.1')
    .option('--port <number>', 'port to listen on; 0 for any that is free', port, 8080)
    .option('--no-workers', 'leave the jobs to `parley worker`')
    .addOption(concurrency())
    .addOption(timeout())
    .addOption(logLevel())
    .action(async (flags: ServeFlags) => finish(await serve(io, flags)));
}

async function serve(io: Io, flags: ServeFlags): Promise<ExitCode> {
  const { serveUntilStopped } = await import('../../../service/serve-until-stopped.ts');
  const listening = (url: string): void => io.out(`Listening on ${url}\n`);
  const served = await serveUntilStopped(io, { ...flags, listening });
  return served.ok ? 0 : printProblems(io, served.error);
}
