import { readServiceSettings, type ServiceFolder } from '../../../app/stack/settings.ts';
import { resolvePlaces } from '../../../config/service/resolved.ts';
import { fail, ok, type Result } from '../../../model/result.ts';
import { displayText } from '../../../model/text.ts';
import type { ExitCode, Io } from '../../../ports/io.ts';
import type { QueueName } from '../../../ports/jobs.ts';
import { queueNames } from '../../../ports/jobs.ts';
import type { DeadJob } from '../../../ports/service-status.ts';
import { printProblem, printProblems } from '../../../present/terminal/print-problem.ts';
import { jsonText, terminalText } from '../../../present/terminal/safe.ts';
import { renderDeadJobs } from '../../../present/terminal/service-status.ts';
import type { Console } from '../../service/console.ts';
import { openConsole } from '../../service/open-console.ts';

export interface JobsOptions extends ServiceFolder {
  readonly queue?: string;
  readonly json?: boolean;
}

/** `parley jobs list`: lists dead jobs. */
export async function runJobsList(io: Io, options: JobsOptions): Promise<ExitCode> {
  const queue = options.queue === undefined ? ok(undefined) : queueNamed(options.queue);
  if (!queue.ok) return printProblem(io, queue.error);
  return withConsole(io, options, async (console) => {
    const jobs = await console.dead(queue.value);
    io.out(options.json ? `${jsonText({ jobs }, 2)}\n` : terminalText(renderDeadJobs(jobs), false));
    return 0;
  });
}

/** `parley jobs retry|remove ID...`: acts on each job; exits 1 when one does not exist. */
export async function runJobsAct(
  io: Io,
  action: 'retry' | 'remove',
  ids: readonly string[],
  options: JobsOptions,
): Promise<ExitCode> {
  return withConsole(io, options, async (console) => {
    const dead = await console.dead(undefined);
    let code: ExitCode = 0;
    for (const given of ids) {
      const id = wholeId(dead, given);
      const done = id.ok ? await console[action](id.value) : id;
      if (done.ok) io.out(`${action === 'retry' ? 'Waits again' : 'Removed'}: ${given}\n`);
      else code = printProblem(io, done.error);
    }
    return code;
  });
}

/** Ids are long, so a prefix is enough where it is unambiguous. */
function wholeId(dead: readonly DeadJob[], given: string): Result<string> {
  const found = dead.filter(({ id }) => id === given || id.startsWith(given));
  const [first] = found;
  if (first !== undefined && found.length === 1) return ok(first.id);
  if (found.some(({ id }) => id === given)) return ok(given);
  return fail({
    code: 'job-not-dead',
    message: `There ${found.length > 1 ? 'are several dead jobs' : 'is no dead job'} ${displayText(given, 100)}.`,
    hint: 'List the dead jobs with `parley jobs list`.',
  });
}

/** Opens the service's store and queues for `work`. */
export async function withConsole(
  io: Io,
  options: ServiceFolder,
  work: (console: Console) => Promise<ExitCode>,
): Promise<ExitCode> {
  const settings = await readServiceSettings(io, options, resolvePlaces);
  if (!settings.ok) return printProblems(io, settings.error);
  const opened = await openConsole(io, settings.value);
  if (!opened.ok) return printProblem(io, opened.error);
  try {
    return await work(opened.value);
  } finally {
    await opened.value.close();
  }
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
