import type { Command } from 'commander';
import type { Cli } from '../../program/command.ts';
import { type RunFlags, withBaselineOptions } from './flags.ts';
import { runRoots } from './roots.ts';

/** `parley baseline`: has the provider read the whole state back once, for drift without events. */
export function defineBaseline(command: Command, { io, finish }: Cli): void {
  withBaselineOptions(command).action(async (flags: Omit<RunFlags, 'verify'>) =>
    finish(await runRoots(io, { ...flags, verify: 'plan', baseline: 'now' })),
  );
}
