import type { Command } from 'commander';
import { displayText } from '../../../../model/text.ts';
import type { ExitCode, Io } from '../../../../ports/io.ts';
import { printProblem } from '../../../../present/terminal/print-problem.ts';
import { builtInPolicyNames } from '../../../../stages/arbitration/policies/names.ts';
import { builtInFile } from '../../../../stages/policy/built-in/files.ts';
import type { Cli } from '../../program/command.ts';

/** `parley policy show NAME`: prints a built-in policy as a file to start from. */
export function definePolicyShow(command: Command, { io, finish }: Cli): void {
  command
    .description('print a built-in policy as a file to start from')
    .argument('[name]', 'default, accept-all or observe', 'default')
    .action((name: string) => finish(show(io, name)));
}

function show(io: Io, name: string): ExitCode {
  const text = builtInFile(name);
  if (text !== undefined) {
    io.out(text);
    return 0;
  }
  return printProblem(io, {
    code: 'unknown-policy',
    message: `There is no built-in policy called ${displayText(name, 120)}.`,
    hint: `There are ${builtInPolicyNames.join(', ')}.`,
  });
}
