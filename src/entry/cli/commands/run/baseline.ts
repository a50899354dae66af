import type { Command } from 'commander';
import type { RootsOptions } from '../../../../app/run/options.ts';
import type { Cli } from '../../program/command.ts';
import { withBaselineOptions } from './flags.ts';
import { runRoots } from './roots.ts';

/** `parley baseline`: has the provider read the whole state back once, for drift without events. */
export function defineBaseline(command: Command, { io, finish }: Cli): void {
  withBaselineOptions(command).action(async (options: Omit<RootsOptions, 'verify'>) =>
    finish(await runRoots(io, { ...options, verify: 'plan', baseline: 'now' })),
  );
}
