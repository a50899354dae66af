import type { Command } from 'commander';
import { readBlame } from '../../../app/history/blame.ts';
import { withHistory } from '../../../app/history/history.ts';
import type { ExitCode, Io } from '../../../ports/io.ts';
import type { Store } from '../../../ports/store/run-store.ts';
import { renderBlame } from '../../../present/terminal/blame.ts';
import { printProblem } from '../../../present/terminal/print-problem.ts';
import { jsonText, terminalText } from '../../../present/terminal/safe.ts';
import { createStyle } from '../../../present/terminal/style.ts';
import type { ResourceBlame } from '../../../stages/ledger/blame.ts';
import type { Cli } from '../program/command.ts';
import { stackHelp } from './flags.ts';

interface BlameOptions {
  readonly dir: string;
  readonly stack?: string;
  readonly history?: boolean;
  readonly json?: boolean;
}

/**
 * `parley blame ADDRESS [PATH]`: shows who owns which field, since when, why and within which
 * bounds.
 */
export function defineBlame(command: Command, { io, finish }: Cli): void {
  command
    .argument('<address>', 'address of a resource or module')
    .argument('[path]', 'a field, with what is below it: desired_capacity, tags')
    .option('--dir <root>', 'folder of the root module', '.')
    .option('--stack <name>', stackHelp)
    .option('--history', 'include everything that happened to the fields')
    .option('--json', 'print JSON')
    .action(async (address: string, path: string | undefined, options: BlameOptions) =>
      finish(
        await withHistory(io, options, 'knows who owns what', (store) =>
          show(io, store, { address, path, options }),
        ),
      ),
    );
}

interface Asked {
  readonly address: string;
  readonly path: string | undefined;
  readonly options: BlameOptions;
}

async function show(io: Io, store: Store, { address, path, options }: Asked): Promise<ExitCode> {
  const blamed = await readBlame(store, { address, path, now: io.now() });
  if (!blamed.ok) return printProblem(io, blamed.error);
  const found = blamed.value;
  if (options.json) {
    const shown = options.history ? found : found.map(({ history: _, ...rest }) => rest);
    io.out(`${jsonText(shown, 2)}\n`);
  } else {
    const style = createStyle(io.color);
    const texts = found.map((each: ResourceBlame) =>
      renderBlame(each, style, options.history === true),
    );
    io.out(terminalText(`${texts.join('\n\n')}\n`, io.color));
  }
  return 0;
}
