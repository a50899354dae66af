import type { Command } from 'commander';
import type { Cli } from '../../program/command.ts';
import { numberBetween } from '../flags.ts';
import type { DemoOpenOptions } from './open.ts';

interface DemoFlags extends DemoOpenOptions {
  readonly boundary?: boolean;
  readonly open?: boolean;
}

/** `parley demo`: one of three demos, each of which loads only what it needs. */
export function defineDemo(command: Command, { io, finish }: Cli): void {
  command
    .option('--boundary', 'declare a resource instead, and generate its code')
    .option('--open', 'simulate two weeks of three stacks, and show the pages in a browser')
    .option('--no-browser', 'with --open: print the address only')
    .option(
      '--port <number>',
      'with --open: where it listens; 0 for any that is free',
      numberBetween(0, 65_535),
      0,
    )
    .option(
      '--seed <number>',
      'with --open: seed of the generated log',
      numberBetween(0, 99_999),
      1,
    )
    .action(async ({ boundary, open, ...rest }: DemoFlags) => {
      if (open) {
        const { runDemoOpen } = await import('./open.ts');
        finish(await runDemoOpen(io, rest));
      } else if (boundary) {
        const { runBoundaryDemo } = await import('./boundary.ts');
        finish(await runBoundaryDemo(io));
      } else {
        const { runNight } = await import('./night.ts');
        finish(await runNight(io));
      }
    });
}
