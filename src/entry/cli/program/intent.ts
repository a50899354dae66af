import { type Command, Option } from 'commander';
import type { DeclareOptions } from '../../../app/run/declare-flags.ts';
import type { AnswerOptions } from '../commands/answer.ts';
import type { ListOptions } from '../commands/intent.ts';
import type { Cli } from './cli.ts';
import { stackHelp } from './look.ts';

/** Adds `intent`: declared and inferred intents. */
export function addIntentCommands(program: Command, { io, finish }: Cli): void {
  const intent = program.command('intent').description('declare and list intents');
  intent
    .command('declare')
    .description('declare in advance what somebody wants a field to be')
    .argument('[address]', 'address of a resource, or of a module and all in it')
    .argument(
      '[field]',
      'desired_capacity, tags["Team"], scaling_config[0].desired_size; the resource itself without one',
    )
    .option('--dir <root>', 'folder of the root module, whose store keeps it', '.')
    .option('--file <file>', 'YAML with a list called declarations, instead of flags')
    .option('--as <principal>', 'ARN of the role or user, with its class: ARN:agent')
    .option('--equals <json>', 'the value')
    .option('--min <number>', 'at least')
    .option('--max <number>', 'at most')
    .option('--prefer <json>', 'the best within --min and --max, or of --one-of')
    .option('--one-of <json>', 'a list of values')
    .option('--contains <json>', 'members that the list must have')
    .option('--excludes <json>', 'members that the list must not have')
    .option('--present', 'set to anything; without a field, that the resource is there')
    .option('--absent', 'not set; without a field, that the resource is gone')
    .option('--or <json>', 'what is acceptable as well: \'{"min": 2, "max": 4}\'')
    .option('--because <text>', 'why, in a sentence')
    .option('--purpose <word>', 'what it is for: scaling, hotfix, cost-saving, ...')
    .option('--from <time>', 'ISO 8601; now unless given')
    .option('--until <time>', 'ISO 8601; without end unless given')
    .option('--ticket <id>', 'where it was agreed')
    .option('--approved-by <name>', 'who approved it; needs --until and --ticket')
    .option(
      '--expect <id>',
      'id that must still be in force for this principal and field; none: nothing',
    )
    .action(
      async (address: string | undefined, field: string | undefined, options: DeclareOptions) => {
        const { runDeclare } = await import('../commands/intent.ts');
        finish(await runDeclare(io, { address, field }, options));
      },
    );
  intent
    .command('list')
    .description('list declared and inferred intents, with their state')
    .option('--dir <root>', 'folder of the root module', '.')
    .option('--config <file>', 'settings; default: parley.yaml in the root module')
    .option('--stack <name>', stackHelp)
    .option('--all', 'also those that are retired')
    .option('--json', 'print JSON')
    .action(async (options: ListOptions) => {
      const { runIntentList } = await import('../commands/intent.ts');
      finish(await runIntentList(io, options));
    });
}

/** Adds `answer`: what should happen to an intent. */
export function addAnswerCommand(program: Command, { io, finish }: Cli): void {
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
