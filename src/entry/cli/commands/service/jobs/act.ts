import type { Command } from 'commander';
import type { ServiceFolder } from '../../../../../app/stack/settings.ts';
import { fail, ok, type Result } from '../../../../../model/result.ts';
import { displayText } from '../../../../../model/text.ts';
import type { ExitCode, Io } from '../../../../../ports/io.ts';
import type { DeadJob } from '../../../../../ports/service-status.ts';
import { printProblem } from '../../../../../present/terminal/print-problem.ts';
import type { Cli } from '../../../program/command.ts';
import { withConsole } from '../console.ts';
import { withServiceFolder } from '../flags.ts';

const descriptions = {
  retry: 'retry dead jobs, starting over with their attempts',
  remove: 'remove dead jobs for good',
};

type Action = keyof typeof descriptions;

/** `parley jobs retry|remove ID...`: acts on each job; exits 1 when one does not exist. */
export function defineJobsAction(action: Action, command: Command, { io, finish }: Cli): void {
  withServiceFolder(command)
    .description(descriptions[action])
    .argument('<id...>', 'as `parley jobs list` prints them, or the beginning of one')
    .action(async (ids: readonly string[], folder: ServiceFolder) =>
      finish(await act(io, action, ids, folder)),
    );
}

async function act(
  io: Io,
  action: Action,
  ids: readonly string[],
  folder: ServiceFolder,
): Promise<ExitCode> {
  return withConsole(io, folder, async (console) => {
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
