import type { Command } from 'commander';
import type { ServiceFolder } from '../../../../../app/stack/settings.ts';
import { fail, ok, type Result } from '../../../../../model/result.ts';
import { displayText } from '../../../../../model/text.ts';
import type { ExitCode, Io } from '../../../../../ports/io.ts';
import { type QueueName, queueNames } from '../../../../../ports/jobs.ts';
import { printProblem } from '../../../../../present/terminal/print-problem.ts';
import { jsonText, terminalText } from '../../../../../present/terminal/safe.ts';
import { renderDeadJobs } from '../../../../../present/terminal/service-status.ts';
import type { Cli } from '../../../program/command.ts';
import { withConsole } from '../console.ts';
import { withServiceFolder } from '../flags.ts';

interface JobsOptions extends ServiceFolder {
  readonly queue?: string;
  readonly json?: boolean;
}

/** `parley jobs list`: lists dead jobs. */
export function defineJobsList(command: Command, { io, finish }: Cli): void {
  withServiceFolder(command)
    .description('list dead jobs, and why they failed')
    .option('--queue <name>', 'only this one')
    .option('--json', 'print JSON')
    .action(async (options: JobsOptions) => finish(await list(io, options)));
}

async function list(io: Io, options: JobsOptions): Promise<ExitCode> {
  const queue = options.queue === undefined ? ok(undefined) : queueNamed(options.queue);
  if (!queue.ok) return printProblem(io, queue.error);
  return withConsole(io, options, async (console) => {
    const jobs = await console.dead(queue.value);
    io.out(options.json ? `${jsonText({ jobs }, 2)}\n` : terminalText(renderDeadJobs(jobs), false));
    return 0;
  });
}

function queueNamed(text: string): Result<QueueName> {
  const name = queueNames.find((one) => one === text);
  if (name !== undefined) return ok(name);
  return fail({
    code: 'no-such-queue',
    message: `There is no queue called ${displayText(text, 60)}.`,
    hint: `There are ${queueNames.join(', ')}.`,
  });
}
