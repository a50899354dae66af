import { Command, Option } from 'commander';
import type { RootsOptions } from '../../../app/run/options.ts';
import { version } from '../../../app/version.ts';
import { upperFirst } from '../../../model/words.ts';
import type { ExitCode, Io } from '../../../ports/io.ts';
import { addGitHubAppCommands } from './github-app.ts';
import { addGuardCommand } from './guard.ts';
import { addAnswerCommand, addIntentCommands } from './intent.ts';
import { addFeedbackCommand, addKnowledgeCommands } from './knowledge.ts';
import { addLookCommands } from './look.ts';
import { addMcpCommand } from './mcp.ts';
import { addPolicyCommands } from './policy.ts';
import { addConfigCommands, addProjectCommands } from './project.ts';
import { addReceiptCommands } from './receipt.ts';
import { addResourceCommands } from './resources.ts';
import { withBaselineOptions, withRunOptions } from './run-flags.ts';
import { addServiceCommands } from './service.ts';
import { addTrialCommands } from './trial.ts';

/** The command line. Commands load their code when they run, so that `--help` is quick. */
export function createProgram(io: Io, finish: (code: ExitCode) => void): Command {
  const program = new Command('parley')
    .description(
      'Arbitrates infrastructure drift: who changed what, whose intent wins, and the patch.',
    )
    .version(version())
    .configureOutput({
      writeOut: io.out,
      writeErr: io.err,
      outputError: (text, write) => write(usageError(text)),
    });
  const reconcile = withRunOptions(program.command('reconcile'))
    .description('decide about out-of-band changes and write verified patches')
    .addOption(new Option('--write', 'edit the files in place').conflicts('pr'))
    .addOption(new Option('--pr', 'make a branch and commit for each intent'))
    .option('--force', 'overwrite a branch that somebody else committed to')
    .action(async (options: RootsOptions) => {
      const { runRoots } = await import('../commands/roots.ts');
      finish(await runRoots(io, options));
    });
  reconcile.addHelpText('after', '\nWithout --write or --pr the patches are shown only.');
  withRunOptions(program.command('scan'))
    .description('decide about out-of-band changes without writing anything')
    .action(async (options: RootsOptions) => {
      const { runRoots } = await import('../commands/roots.ts');
      finish(await runRoots(io, options));
    });
  withBaselineOptions(program.command('baseline'))
    .description('read the whole state back once, for drift that is older than the logs')
    .action(async (options: Omit<RootsOptions, 'verify'>) => {
      const { runRoots } = await import('../commands/roots.ts');
      finish(await runRoots(io, { ...options, verify: 'plan', baseline: 'now' }));
    });
  const parts = [
    addLookCommands,
    addGuardCommand,
    addAnswerCommand,
    addIntentCommands,
    addTrialCommands,
    addKnowledgeCommands,
    addFeedbackCommand,
    addPolicyCommands,
    addReceiptCommands,
    addResourceCommands,
    addProjectCommands,
    addConfigCommands,
    addServiceCommands,
    addMcpCommand,
    addGitHubAppCommands,
  ];
  for (const add of parts) add(program, { io, finish });
  return program;
}

/** Commander's message as one sentence, in the form of all other messages. */
function usageError(text: string): string {
  const sentence = text
    .replace(/^error: /, '')
    .trim()
    .replaceAll(/\s*\n\s*/g, ' ');
  const end = /[.?)]$/.test(sentence) ? '' : '.';
  return `parley: ${upperFirst(sentence)}${end} Add --help for the options.\n`;
}
