import { Command } from 'commander';
import { createProgram } from '../../../src/entry/cli/program/create.ts';
import { listedCommands } from '../../../src/entry/cli/program/table.ts';
import { root } from './parley.ts';

const cli = {
  io: {
    out: () => undefined,
    err: () => undefined,
    env: {},
    cwd: root,
    now: () => '',
    elapsed: () => 0,
    columns: 80,
    color: false,
  },
  finish: () => undefined,
};

/** The command line program with the flags of all commands, for inspection only. */
export const program = new Command('parley');
for (const { usage } of listedCommands) {
  const [name = ''] = usage.split(' ');
  const { commands } = await createProgram([name], cli);
  for (const command of commands) if (command.name() === name) program.addCommand(command);
}
