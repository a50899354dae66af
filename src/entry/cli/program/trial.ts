import type { Command } from 'commander';
import type { DemoOpenOptions } from '../commands/demo-open.ts';
import type { EvalOptions } from '../commands/eval.ts';
import type { Cli } from './cli.ts';
import { numberBetween } from './number.ts';

interface DemoFlags extends DemoOpenOptions {
  readonly boundary?: boolean;
  readonly open?: boolean;
}

/** Adds `demo` and `eval`: to see what Parley does, and how well. */
export function addTrialCommands(program: Command, { io, finish }: Cli): void {
  program
    .command('demo')
    .description('reconcile a bundled project and audit log')
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
        const { runDemoOpen } = await import('../commands/demo-open.ts');
        finish(await runDemoOpen(io, rest));
        return;
      }
      if (boundary) {
        const { runBoundaryDemo } = await import('../commands/demo-boundary.ts');
        finish(await runBoundaryDemo(io));
        return;
      }
      const { runDemo } = await import('../commands/demo.ts');
      finish(await runDemo(io));
    });
  program
    .command('eval')
    .description('measure how well the rules, and the configured model, read labeled sessions')
    .option('--dir <root>', 'folder of the root module', '.')
    .option('--config <file>', 'settings; default: parley.yaml in the root module')
    .option('--sessions <file>', 'labeled sessions; default: the bundled ones')
    .option('--no-llm', 'measure the rules only')
    .option('--json', 'print JSON')
    .action(async (options: EvalOptions) => {
      const { runEval } = await import('../commands/eval.ts');
      finish(await runEval(io, options));
    });
}
