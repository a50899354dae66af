import type { Command } from 'commander';
import type { LintOptions, TestOptions } from '../commands/policy.ts';
import type { SimulateOptions } from '../commands/simulate.ts';
import type { SuggestOptions } from '../commands/suggest.ts';
import type { Cli } from './cli.ts';

/** Adds `policy`: files of rules. */
export function addPolicyCommands(program: Command, { io, finish }: Cli): void {
  const policy = program.command('policy').description('show, test and compare policies');
  policy
    .command('show')
    .description('print a built-in policy as a file to start from')
    .argument('[name]', 'default, accept-all or observe', 'default')
    .action(async (name: string) => {
      const { runPolicyShow } = await import('../commands/policy.ts');
      finish(runPolicyShow(io, name));
    });
  policy
    .command('explain')
    .description('print what a policy says as prose, the strongest rules first')
    .argument('[file]', 'policy file or built-in policy', 'default')
    .action(async (file: string) => {
      const { runPolicyExplain } = await import('../commands/policy.ts');
      finish(await runPolicyExplain(io, file));
    });
  policy
    .command('test')
    .description('decide the cases in and beside a policy file, and compare')
    .argument('[file]', 'policy file or built-in policy', 'parley.policy.yaml')
    .option('--tests <file...>', 'files with cases, instead of those beside the policy')
    .option('--junit <file>', 'write the results as JUnit XML')
    .option('--json', 'print JSON')
    .action(async (file: string, options: TestOptions) => {
      const { runPolicyTest } = await import('../commands/policy.ts');
      finish(await runPolicyTest(io, file, options));
    });
  policy
    .command('schema')
    .description('print the JSON Schema of policy files, for editors')
    .action(async () => {
      const { runPolicySchema } = await import('../commands/policy.ts');
      finish(runPolicySchema(io));
    });
  policy
    .command('lint')
    .description('find rules that are probably not what their author meant')
    .argument('[file]', 'policy file or built-in policy', 'parley.policy.yaml')
    .option('--since <time>', 'look for examples in the recorded runs since: 30d, 12h, or a date')
    .option('--dir <root>', 'folder of the root module, whose store is read with --since', '.')
    .option('--json', 'print JSON')
    .action(async (file: string, options: LintOptions) => {
      const { runPolicyLint } = await import('../commands/policy.ts');
      finish(await runPolicyLint(io, file, options));
    });
  addReplayCommands(policy, { io, finish });
}

/** What decides about recorded runs again. */
function addReplayCommands(policy: Command, { io, finish }: Cli): void {
  policy
    .command('suggest')
    .description('suggest rules that the outcomes of reviews support, with numbers')
    .option('--dir <root>', 'folder of the root module, whose store is read', '.')
    .option('--since <time>', 'how far back verdicts are replayed: 30d, 12h, or a date', '30d')
    .option('--policy <name>', "the policy to add to; default: the root module's own")
    .option('--json', 'print JSON')
    .option('--propose', 'make a branch of each, with the rule in the policy file')
    .option('--decline <id>', 'note that a rule is not wanted, until there is more evidence')
    .action(async (options: SuggestOptions) => {
      const { runPolicySuggest } = await import('../commands/suggest.ts');
      finish(await runPolicySuggest(io, options));
    });
  policy
    .command('simulate')
    .description('show what another policy would have decided about the recorded runs')
    .option('--dir <root>', 'folder of the root module, whose store is read', '.')
    .option('--since <time>', 'how far to look back: 30d, 12h, or a date', '30d')
    .option('--policy <name>', "the policy to try; default: the root module's own")
    .option('--json', 'print JSON')
    .option('--exit-code', 'exit 2 when a verdict would change')
    .action(async (options: SimulateOptions) => {
      const { runPolicySimulate } = await import('../commands/simulate.ts');
      finish(await runPolicySimulate(io, options));
    });
}
