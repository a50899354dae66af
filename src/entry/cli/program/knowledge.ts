import type { Command } from 'commander';
import type { FeedbackOptions } from '../commands/feedback.ts';
import type { KbOptions } from '../commands/kb.ts';
import type { Cli } from './cli.ts';

/** Adds `kb`: what was learned about calls. */
export function addKnowledgeCommands(program: Command, { io, finish }: Cli): void {
  const kb = program
    .command('kb')
    .description('show what was learned about calls that the catalog does not know');
  kb.command('list')
    .description('list what plans confirmed or refuted')
    .option('--dir <root>', 'folder of the root module, whose store is read', '.')
    .option('--json', 'print JSON')
    .action(async (options: KbOptions) => {
      const { runKbList } = await import('../commands/kb.ts');
      finish(await runKbList(io, options));
    });
  kb.command('export')
    .description('confirmed entries as YAML, to review and put into parley.yaml')
    .option('--dir <root>', 'folder of the root module, whose store is read', '.')
    .option('--out <file>', 'write to a file')
    .action(async (options: { dir: string; out?: string }) => {
      const { runKbExport } = await import('../commands/kb.ts');
      finish(await runKbExport(io, options));
    });
  kb.command('forget')
    .description('drop an entry, so that a model may propose it again')
    .argument('<key>', 'SERVICE:OPERATION:TYPE')
    .option('--dir <root>', 'folder of the root module, whose store is used', '.')
    .action(async (key: string, { dir }: { dir: string }) => {
      const { runKbForget } = await import('../commands/kb.ts');
      finish(await runKbForget(io, key, dir));
    });
}

/** Adds `feedback`: reviews. */
export function addFeedbackCommand(program: Command, { io, finish }: Cli): void {
  const feedback = program.command('feedback').description('record the outcome of proposals');
  feedback
    .command('add')
    .description('record the outcome of a review, for `parley policy suggest`')
    .argument('<intent>', 'i-...')
    .argument('<review>', 'merged, edited, closed, reverted or wrong')
    .option('--dir <root>', 'folder of the root module, whose store is used', '.')
    .option('--at <time>', 'when it was; default: now')
    .option('--note <text>', 'why')
    .action(async (intent: string, review: string, options: FeedbackOptions) => {
      const { runFeedbackAdd } = await import('../commands/feedback.ts');
      finish(await runFeedbackAdd(io, intent, review, options));
    });
}
