import { type Command, Option } from 'commander';
import type { Cli } from '../../program/command.ts';
import { type RunFlags, withRunOptions } from './flags.ts';

/** `parley reconcile`: decides about out-of-band changes, and writes patches that are proved. */
export function defineReconcile(command: Command, { io, finish }: Cli): void {
  withRunOptions(command)
    .addOption(new Option('--write', 'edit the files in place').conflicts('pr'))
    .addOption(new Option('--pr', 'make a branch and commit for each intent'))
    .option('--force', 'overwrite a branch that somebody else committed to')
    .action(async (flags: RunFlags) => {
      const { runRoots } = await import('./roots.ts');
      finish(await runRoots(io, flags));
    })
    .addHelpText('after', '\nWithout --write or --pr the patches are shown only.');
}
