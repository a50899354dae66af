import type { Command } from 'commander';
import type { BlameOptions } from '../commands/blame.ts';
import type { ExplainOptions } from '../commands/explain.ts';
import type { ReportCommandOptions } from '../commands/report.ts';
import type { Cli } from './cli.ts';

export const stackHelp =
  'a stack that the service of the folder watches; optional where it watches only one';

/** Adds `explain`, `report` and `blame`: what is known about a run or a resource. */
export function addLookCommands(program: Command, { io, finish }: Cli): void {
  program
    .command('explain')
    .description('explain an intent, a drift, an event or an address of the last run')
    .argument('<id>', 'i-..., d-..., an event id or a resource address')
    .option('--dir <root>', 'folder of the root module', '.')
    .option('--stack <name>', stackHelp)
    .option('--report <file>', 'report to read; default: that of the last recorded run')
    .option('--json', 'print JSON')
    .action(async (id: string, options: ExplainOptions) => {
      const { runExplain } = await import('../commands/explain.ts');
      finish(await runExplain(io, id, options));
    });
  program
    .command('report')
    .description('write the last run as one self-contained HTML page, for a ticket')
    .requiredOption('--html <file>', 'the file to write')
    .option('--dir <root>', 'folder of the root module', '.')
    .option('--stack <name>', stackHelp)
    .option('--report <file>', 'report to read; default: that of the last recorded run')
    .action(async (options: ReportCommandOptions) => {
      const { runReport } = await import('../commands/report.ts');
      finish(await runReport(io, options));
    });
  program
    .command('blame')
    .description('show who owns each field of a resource, since when, why and within which bounds')
    .argument('<address>', 'address of a resource or module')
    .argument('[path]', 'a field, with what is below it: desired_capacity, tags')
    .option('--dir <root>', 'folder of the root module', '.')
    .option('--stack <name>', stackHelp)
    .option('--history', 'include everything that happened to the fields')
    .option('--json', 'print JSON')
    .action(async (address: string, path: string | undefined, options: BlameOptions) => {
      const { runBlame } = await import('../commands/blame.ts');
      finish(await runBlame(io, address, path, options));
    });
}
