import { type Command, InvalidArgumentError, Option } from 'commander';
import type { Severity } from '../../../model/harm.ts';
import type { GuardCommandOptions } from '../commands/guard.ts';
import type { Cli } from './cli.ts';
import { stackHelp } from './look.ts';

const formats = ['table', 'json', 'markdown', 'annotations', 'codequality'];

/** Adds `guard`: what an apply would undo. */
export function addGuardCommand(program: Command, { io, finish }: Cli): void {
  program
    .command('guard')
    .description('show which changes of a Terraform plan undo what somebody wants, or do harm')
    .requiredOption(
      '--plan <file>',
      'what `terraform show -json PLANFILE` printed; - reads it from stdin',
    )
    .option(
      '--base <file>',
      'the same for the base branch; what it plans is not attributed to this pull request',
    )
    .option('--dir <root>', 'folder of the root module', '.')
    .option('--stack <name>', stackHelp)
    .option('--no-store', 'look at the plan and the code only')
    .option('--config <file>', 'settings; default: parley.yaml in the root module')
    .option('--var-file <file...>', 'variable files, in order, as terraform takes them')
    .option('--workspace <name>', 'value of terraform.workspace')
    .addOption(new Option('--format <format>', 'what is printed').choices(formats).default('table'))
    .addOption(new Option('--json', 'the same as --format json').implies({ format: 'json' }))
    .addOption(
      new Option('--block-from <severity>', 'planned harm of this severity blocks, 1 to 5')
        .argParser(severity)
        .default(4),
    )
    .action(async (options: GuardCommandOptions) => {
      const { runGuard } = await import('../commands/guard.ts');
      finish(await runGuard(io, options));
    })
    .addHelpText('after', '\nExit codes: 0 pass, 1 an error, 2 warn, 3 block.');
}

function severity(text: string): Severity {
  const found = ([1, 2, 3, 4, 5] as const).find((one) => String(one) === text);
  if (found === undefined) throw new InvalidArgumentError('Give a severity from 1 to 5.');
  return found;
}
