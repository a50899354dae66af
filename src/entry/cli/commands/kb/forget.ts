import type { Command } from 'commander';
import { knownOperations } from '../../../../app/run/knowledge.ts';
import { knowledgeKey } from '../../../../model/knowledge.ts';
import { displayText } from '../../../../model/text.ts';
import type { ExitCode, Io } from '../../../../ports/io.ts';
import { printProblem } from '../../../../present/terminal/print-problem.ts';
import type { Cli } from '../../program/command.ts';
import { withKnowledge } from './store.ts';

/** `parley kb forget KEY`: removes the entry, so that a model may propose it again. */
export function defineKbForget(command: Command, { io, finish }: Cli): void {
  command
    .description('drop an entry, so that a model may propose it again')
    .argument('<key>', 'SERVICE:OPERATION:TYPE')
    .option('--dir <root>', 'folder of the root module, whose store is used', '.')
    .action(async (key: string, { dir }: { readonly dir: string }) =>
      finish(await forget(io, key, dir)),
    );
}

async function forget(io: Io, key: string, dir: string): Promise<ExitCode> {
  return withKnowledge(io, dir, async (store) => {
    const known = (await knownOperations(store)).map(({ entry }) => knowledgeKey(entry));
    if (!known.includes(key)) {
      return printProblem(io, {
        code: 'unknown-operation',
        message: `Nothing is known of ${displayText(key, 120)}.`,
        hint: 'Name it as `parley kb list` does: SERVICE:OPERATION:TYPE.',
      });
    }
    await store.removeKnowledge(key);
    io.out(`Forgot ${key}.\n`);
    return 0;
  });
}
