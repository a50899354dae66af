import type { Command } from 'commander';
import type { RootsOptions } from '../../../../app/run/options.ts';
import type { Cli } from '../../program/command.ts';
import { withRunOptions } from './flags.ts';
import { runRoots } from './roots.ts';

/** `parley scan`: decides as `parley reconcile` does, and writes nothing. */
export function defineScan(command: Command, { io, finish }: Cli): void {
  withRunOptions(command).action(async (options: RootsOptions) =>
    finish(await runRoots(io, options)),
  );
}
