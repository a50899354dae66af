import { type Command, Option } from 'commander';
import type { ExitCode, Io } from '../../../ports/io.ts';
import type { AnswerOptions } from '../commands/answer.ts';
import { stackHelp } from './look.ts';

/** Adds `answer`: what should happen to an intent. */
export function addAnswerCommand(program: Command, io: Io, finish: (code: ExitCode) => void): void {
  program
    .command('answer')
    .description('say what should happen to an intent; the next run applies it')
    .argument('<id>', 'i-..., d-... or a resource address, of one open intent; q-... of a question')
    .argument('<answer>', 'accept, revert, delegate, hold, wrong, dismiss or reopen')
    .argument('[value]', 'bounds for delegate, 2..10; a time for hold, 24h, 3d or a date')
    .option('--because <text>', 'why; required for dismiss')
    .addOption(new Option('--note <text>', 'an older name of --because').hideHelp())
    .option('--dir <root>', 'folder of the root module, or of the service', '.')
    .option('--stack <name>', stackHelp)
    .action(
      async (id: string, action: string, value: string | undefined, options: AnswerOptions) => {
        const { runAnswer } = await import('../commands/answer.ts');
        finish(await runAnswer(io, { id, action, value }, options));
      },
    );
}
