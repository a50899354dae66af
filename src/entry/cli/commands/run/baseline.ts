import type { Command } from 'commander';
import type { Cli } from '../../program/command.ts';
import { type RunFlags, withBaselineOptions } from './flags.ts';

/** `parley baseline`: has the provider read the whole state back once, for drift without events. */
export function defineBaseline(command: Command, { io, finish }: Cli): void {
  withBaselineOptions(command).action(async (flags: Omit<RunFlags, 'verify'>) => {
    const { runRoots } = await import('./roots.ts');
    finish(await runRoots(io, { ...flags, verify: 'plan', baseline: 'now' }));
  });
}
