import type { Command } from 'commander';
import type { ExitCode, Io } from '../../../../ports/io.ts';
import { printProblem } from '../../../../present/terminal/print-problem.ts';
import { terminalText } from '../../../../present/terminal/safe.ts';
import { explainPolicy } from '../../../../stages/policy/explain/explain.ts';
import type { Cli } from '../../program/command.ts';
import { readPolicyAt } from './file.ts';

/** `parley policy explain NAME|FILE`: describes a policy in prose. */
export function definePolicyExplain(command: Command, { io, finish }: Cli): void {
  command
    .description('print what a policy says as prose, the strongest rules first')
    .argument('[file]', 'policy file or built-in policy', 'default')
    .action(async (file: string) => finish(await explain(io, file)));
}

async function explain(io: Io, file: string): Promise<ExitCode> {
  const read = await readPolicyAt(io, file);
  if (!read.ok) return printProblem(io, read.error);
  const text = explainPolicy(read.value);
  if (!text.ok) return printProblem(io, text.error);
  io.out(terminalText(text.value, io.color));
  return 0;
}
