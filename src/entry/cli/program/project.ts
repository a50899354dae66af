import { type Command, Option } from 'commander';
import type { CollectOptions } from '../commands/collect.ts';
import type { DoctorOptions } from '../commands/doctor.ts';
import type { Cli } from './cli.ts';

/** Adds `init`, `collect` and `doctor`: what a project needs to run. */
export function addProjectCommands(program: Command, { io, finish }: Cli): void {
  program
    .command('init')
    .description('write a commented parley.yaml')
    .option('--dir <root>', 'folder of the root module', '.')
    .action(async ({ dir }: { dir: string }) => {
      const { runInit } = await import('../commands/init.ts');
      finish(await runInit(io, dir));
    });
  program
    .command('collect')
    .description('fetch audit records from the sources of parley.yaml into the store')
    .option('--dir <root>', 'folder of the root module', '.')
    .option('--config <file>', 'settings; default: parley.yaml in the root module')
    .option('--source <name...>', 'only these sources')
    .option('--since <time>', 'read again from then on: 7d, 12h, or a date')
    .addOption(new Option('--once', 'one round; the default').conflicts('every'))
    .option('--every <time>', 'a round every 5m, 1h, ... until the process is stopped')
    .option('--json', 'print a line of JSON for each round')
    .action(async (options: CollectOptions) => {
      const { runCollect } = await import('../commands/collect.ts');
      finish(await runCollect(io, options));
    });
  program
    .command('doctor')
    .description('check what is missing on this machine and in this project')
    .option('--dir <root>', 'folder of the root module', '.')
    .option('--config <file>', 'settings; default: parley.yaml in the folder')
    .option('--online', 'make one small call to each source of audit records')
    .option('--catalog', 'list which operations of the clouds are known, and how well')
    .option('--events <path...>', 'audit logs; lists which of their operations are not known')
    .option('--json', 'print JSON')
    .action(async (options: DoctorOptions) => {
      const { runDoctor } = await import('../commands/doctor.ts');
      finish(await runDoctor(io, options));
    });
}

/** Adds `config`: settings. */
export function addConfigCommands(program: Command, { io, finish }: Cli): void {
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
    .option('--report', 'print that of the report of `parley reconcile` instead')
    .action(async (options: { prices?: boolean; guard?: boolean; report?: boolean }) => {
      const { runConfigSchema } = await import('../commands/config.ts');
      finish(runConfigSchema(io, options));
    });
}
