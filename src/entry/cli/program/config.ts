import type { Command } from 'commander';
import type { ExitCode, Io } from '../../../ports/io.ts';

/** Adds `config`: settings. */
export function addConfigCommands(
  program: Command,
  io: Io,
  finish: (code: ExitCode) => void,
): void {
  const config = program.command('config').description('check settings, and print their schema');
  config
    .command('check')
    .description('report what is wrong with parley.yaml, or what the service would watch')
    .option('--dir <folder>', 'folder with parley.yaml', '.')
    .option('--config <file>', 'settings; default: parley.yaml in the folder')
    .action(async (options: { dir: string; config?: string }) => {
      const { runConfigCheck } = await import('../commands/config.ts');
      finish(await runConfigCheck(io, options));
    });
  config
    .command('schema')
    .description('print the JSON Schema of parley.yaml, for editors')
    .option('--prices', 'print that of the file of prices instead')
    .option('--guard', 'print that of the output of `parley guard --json` instead')
    .action(async (options: { prices?: boolean; guard?: boolean }) => {
      const { runConfigSchema } = await import('../commands/config.ts');
      finish(runConfigSchema(io, options));
    });
}
