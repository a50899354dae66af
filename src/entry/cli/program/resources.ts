import { type Command, Option } from 'commander';
import type { PushOptions, ResourceOptions } from '../commands/resources.ts';
import type { DiffOptions, ResourceStatusOptions } from '../commands/resources-look.ts';
import type { SyncOptions } from '../commands/sync.ts';
import type { Cli } from './cli.ts';

/** Adds `resources`: what a tenant declares, as immutable artifacts. */
export function addResourceCommands(program: Command, { io, finish }: Cli): void {
  const resources = program
    .command('resources')
    .description('declare resources as immutable artifacts');
  addPushCommands(resources, { io, finish });
  addSyncCommand(program, { io, finish });
  placed(resources.command('list'))
    .description('list what is declared')
    .option('--all', 'also what was removed')
    .action(async (options: ResourceOptions & { all?: boolean }) => {
      const { runResourcesList } = await import('../commands/resources-look.ts');
      finish(await runResourcesList(io, options));
    });
  placed(resources.command('pull'))
    .description('print what a version says')
    .argument('<name>', 'with @3 or @sha256:... for a version that is not the latest')
    .option('--out <file>', 'write to a file')
    .action(async (name: string, options: ResourceOptions & { out?: string }) => {
      const { runResourcesPull } = await import('../commands/resources-look.ts');
      finish(await runResourcesPull(io, name, options));
    });
  placed(resources.command('diff'))
    .description('show what differs between two versions, or from a file')
    .argument('<name>', 'name of the resource')
    .argument('[from]', 'number or digest; the version before, unless given')
    .argument('[to]', 'number or digest; the latest, unless given')
    .option('--file <file>', 'compare with a file that is not pushed yet')
    .action(
      async (
        name: string,
        from: string | undefined,
        to: string | undefined,
        options: DiffOptions,
      ) => {
        const { runResourcesDiff } = await import('../commands/resources-look.ts');
        finish(await runResourcesDiff(io, name, { from, to }, options));
      },
    );
  placed(resources.command('status'))
    .description('show the current version, its history and its receipts')
    .argument('<name>', 'name of the resource')
    .option('--code <folder>', 'folder of the code that `parley sync` writes')
    .action(async (name: string, options: ResourceStatusOptions) => {
      const { runResourcesStatus } = await import('../commands/resources-look.ts');
      finish(await runResourcesStatus(io, name, options));
    });
}

function addSyncCommand(program: Command, { io, finish }: Cli): void {
  placed(program.command('sync'))
    .description('generate code for declared resources from the templates of their kinds')
    .option('--code <folder>', 'folder of the code', '.')
    .option('--write', 'write the files')
    .option('--commit', 'write the files, and commit each')
    .option('--force', 'overwrite what people changed in the same places')
    .addOption(
      new Option('--verify <level>', 'how far written code is proved')
        .choices(['evaluate', 'plan'])
        .default('evaluate'),
    )
    .action(async (options: SyncOptions) => {
      const { runSync } = await import('../commands/sync.ts');
      finish(await runSync(io, options));
    });
}

function addPushCommands(resources: Command, { io, finish }: Cli): void {
  publishing(resources.command('push'))
    .description('publish a version of each resource that differs from the current one')
    .argument('<file...>', 'YAML with kind, name and spec')
    .option('--source <url>', 'repository that the files are from')
    .option('--revision <text>', 'commit that they are from: main@sha1:...')
    .action(async (files: readonly string[], options: PushOptions) => {
      const { runResourcesPush } = await import('../commands/resources.ts');
      finish(await runResourcesPush(io, files, options));
    });
  publishing(resources.command('rollback'))
    .description('publish the content of an older version again')
    .argument('<name>', 'name of the resource')
    .argument('<version>', 'number, or the first digits of the digest')
    .action(async (name: string, version: string, options: PushOptions) => {
      const { runResourcesRollback } = await import('../commands/resources.ts');
      finish(await runResourcesRollback(io, name, version, options));
    });
  publishing(resources.command('remove'))
    .description('publish that a resource is no longer wanted')
    .argument('<name>', 'name of the resource')
    .action(async (name: string, options: PushOptions) => {
      const { runResourcesRemove } = await import('../commands/resources.ts');
      finish(await runResourcesRemove(io, name, options));
    });
}

function placed(command: Command): Command {
  return command
    .option('--dir <root>', 'folder of the project', '.')
    .option('--tenant <name>', 'whose resources', 'default')
    .option('--registry <place>', 'URL of an OCI registry, or a folder; default: PARLEY_REGISTRY')
    .option('--kinds <folder>', 'folder of kinds; default: PARLEY_KINDS, else kinds')
    .option('--json', 'print JSON');
}

function publishing(command: Command): Command {
  return placed(command)
    .option('--expect <digest>', 'the version that must still be current; none for a new resource')
    .option('--dry-run', 'show the result, and publish nothing');
}
