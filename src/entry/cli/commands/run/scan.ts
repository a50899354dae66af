import type { Command } from 'commander';
import type { Cli } from '../../program/command.ts';
import { type RunFlags, withRunOptions } from './flags.ts';

/** `parley scan`: decides as `parley reconcile` does, and writes nothing. */
export function defineScan(command: Command, { io, finish }: Cli): void {
  withRunOptions(command).action(async (flags: RunFlags) => {
    const { runRoots } = await import('./roots.ts');
    finish(await runRoots(io, flags));
  });
}
