import type { Command } from 'commander';
import type { ServiceFolder } from '../../../../app/stack/settings.ts';
import type { ExitCode, Io } from '../../../../ports/io.ts';
import { jsonText, terminalText } from '../../../../present/terminal/safe.ts';
import { renderStatus } from '../../../../present/terminal/service-status.ts';
import type { Cli } from '../../program/command.ts';
import { withConsole } from './console.ts';
import { withServiceFolder } from './flags.ts';

interface StatusOptions extends ServiceFolder {
  readonly json?: boolean;
}

/** `parley status`: shows stacks with their last run and open proposals, and the queues. */
export function defineStatus(command: Command, { io, finish }: Cli): void {
  withServiceFolder(command)
    .option('--json', 'print JSON')
    .action(async (options: StatusOptions) => finish(await show(io, options)));
}

function show(io: Io, options: StatusOptions): Promise<ExitCode> {
  return withConsole(io, options, async (console) => {
    const status = await console.status();
    io.out(options.json ? `${jsonText(status, 2)}\n` : terminalText(renderStatus(status), false));
    return 0;
  });
}
