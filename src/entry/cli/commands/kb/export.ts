import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Command } from 'commander';
import { stringify } from 'yaml';
import { knownOperations } from '../../../../app/run/knowledge.ts';
import { formatCount } from '../../../../model/words.ts';
import type { ExitCode, Io } from '../../../../ports/io.ts';
import { printProblem } from '../../../../present/terminal/print-problem.ts';
import { terminalText } from '../../../../present/terminal/safe.ts';
import type { Cli } from '../../program/command.ts';
import { withKnowledge } from './store.ts';

interface KbExportOptions {
  readonly dir: string;
  /** A file; otherwise it is printed. */
  readonly out?: string;
}

/**
 * `parley kb export`: prints confirmed entries in the form of `parley.yaml`, for a person to
 * review.
 */
export function defineKbExport(command: Command, { io, finish }: Cli): void {
  command
    .description('confirmed entries as YAML, to review and put into parley.yaml')
    .option('--dir <root>', 'folder of the root module, whose store is read', '.')
    .option('--out <file>', 'write to a file')
    .action(async (options: KbExportOptions) => finish(await exportConfirmed(io, options)));
}

async function exportConfirmed(io: Io, { dir, out }: KbExportOptions): Promise<ExitCode> {
  return withKnowledge(io, dir, async (store) => {
    const known = await knownOperations(store);
    const operations = known.filter(({ status }) => status === 'confirmed');
    const text = stringify({ operations: operations.map(({ entry }) => entry) });
    if (out === undefined) {
      io.out(terminalText(text, false));
      return 0;
    }
    try {
      await writeFile(resolve(io.cwd, out), text);
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      return printProblem(io, {
        code: 'write-failed',
        message: `The file cannot be written: ${why}.`,
        place: { file: out },
        hint: 'Give a file in an existing folder that you may write to.',
      });
    }
    io.out(`Wrote ${formatCount(operations.length, 'operation')} to ${out}.\n`);
    return 0;
  });
}
