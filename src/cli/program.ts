import { Command, InvalidArgumentError, Option } from 'commander';
import type { CollectOptions } from './commands/collect.ts';
import type { DoctorOptions } from './commands/doctor.ts';
import type { EvalOptions } from './commands/eval.ts';
import type { FeedbackOptions } from './commands/feedback.ts';
import type { ListOptions } from './commands/intent.ts';
import type { KbOptions } from './commands/kb.ts';
import type { LintOptions, TestOptions } from './commands/policy.ts';
import type { ServeOptions } from './commands/serve.ts';
import type { SimulateOptions } from './commands/simulate.ts';
import type { SuggestOptions } from './commands/suggest.ts';
import type { DeclareOptions } from './declare-flags.ts';
import type { ExitCode, Io } from './io.ts';
import type { RootsOptions } from './options.ts';
import { version } from './version.ts';

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
      const { runRoots } = await import('./commands/roots.ts');
      finish(await runRoots(io, options));
    });
  reconcile.addHelpText('after', '\nWithout --write or --pr the patches are shown only.');
  withRunOptions(program.command('scan'))
    .description('the same, and change nothing')
    .action(async (options: RootsOptions) => {
      const { runRoots } = await import('./commands/roots.ts');
      finish(await runRoots(io, options));
    });
  addSmallCommands(program, io, finish);
  return program;
}

/** Commander's message as one sentence in the form of all others. */
function usageError(text: string): string {
  const sentence = text
    .replace(/^error: /, '')
    .trim()
    .replaceAll(/\s*\n\s*/g, ' ');
  const end = /[.?)]$/.test(sentence) ? '' : '.';
  return `parley: ${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}${end} Add --help for the options.\n`;
}

function withRunOptions(command: Command): Command {
  return command
    .option('--dir <root...>', 'folder of the root module, or of several', '.')
    .option(
      '--state <file>',
      'Terraform state; default: the one in parley.yaml, or terraform.tfstate',
    )
    .option('--events <path...>', 'audit logs: files or folders; default: what was collected')
    .option('--since <time>', 'how far back collected records are read: 7d, 12h, or a date')
    .addOption(
      new Option('--verify <level>', 'how far patches are proved')
        .choices(['evaluate', 'validate', 'plan'])
        .default('evaluate'),
    )
    .option('--all', 'with --verify plan: read back the whole state, not only what events name')
    .addOption(
      new Option(
        '--adopt <what>',
        'resources made out of band that are taken into the code',
      ).choices(['none', 'related', 'all']),
    )
    .option('--manifests <path...>', 'Kubernetes manifests: files or folders; default: parley.yaml')
    .option('--policy <name>', 'default, accept-all, observe, or a policy file')
    .option('--config <file>', 'settings; default: parley.yaml in the root module')
    .option('--var-file <file...>', 'variable files, in order, as terraform gets them')
    .option('--workspace <name>', 'value of terraform.workspace')
    .option('--report <file>', 'write the report as JSON')
    .option('--trace <file>', 'write what became of every mutating event, as JSON lines')
    .option('--json', 'print the report as JSON')
    .option('--exit-code', 'exit 2 when drift remains')
    .option('--no-llm', 'use rules only, also where parley.yaml names a language model');
}

function addSmallCommands(program: Command, io: Io, finish: (code: ExitCode) => void): void {
  program
    .command('explain')
    .description('everything about an intent, a drift, an event or an address of the last run')
    .argument('<id>', 'i-..., d-..., an event id or a resource address')
    .option('--dir <root>', 'folder of the root module', '.')
    .option('--report <file>', 'report to read; default: that of the last recorded run')
    .option('--json', 'print JSON')
    .action(async (id: string, options: { dir: string; report?: string; json?: boolean }) => {
      const { runExplain } = await import('./commands/explain.ts');
      finish(await runExplain(io, id, options));
    });
  program
    .command('blame')
    .description('who owns each field of a resource, since when, why and within which bounds')
    .argument('<address>', 'address of a resource or module')
    .argument('[path]', 'a field, with what is below it: desired_capacity, tags')
    .option('--dir <root>', 'folder of the root module', '.')
    .option('--history', 'also everything that happened to the fields')
    .option('--json', 'print JSON')
    .action(
      async (
        address: string,
        path: string | undefined,
        options: { dir: string; history?: boolean; json?: boolean },
      ) => {
        const { runBlame } = await import('./commands/blame.ts');
        finish(await runBlame(io, address, path, options));
      },
    );
  addIntentCommands(
    program.command('intent').description('say what is wanted, and see what is'),
    io,
    finish,
  );
  program
    .command('demo')
    .description('reconcile a bundled project and audit log')
    .action(async () => {
      const { runDemo } = await import('./commands/demo.ts');
      finish(await runDemo(io));
    });
  program
    .command('eval')
    .description('how well the rules, and the model of the settings, read labeled sessions')
    .option('--dir <root>', 'folder of the root module', '.')
    .option('--config <file>', 'settings; default: parley.yaml in the root module')
    .option('--sessions <file>', 'labeled sessions; default: the bundled ones')
    .option('--no-llm', 'measure the rules only')
    .option('--json', 'print JSON')
    .action(async (options: EvalOptions) => {
      const { runEval } = await import('./commands/eval.ts');
      finish(await runEval(io, options));
    });
  addKnowledgeCommands(
    program.command('kb').description('what was learned of calls that the catalog does not know'),
    io,
    finish,
  );
  addFeedbackCommand(
    program.command('feedback').description('what became of what Parley proposed'),
    io,
    finish,
  );
  addPolicyCommands(program.command('policy').description('look at policies'), io, finish);
  program
    .command('init')
    .description('write a commented parley.yaml')
    .option('--dir <root>', 'folder of the root module', '.')
    .action(async ({ dir }: { dir: string }) => {
      const { runInit } = await import('./commands/init.ts');
      finish(await runInit(io, dir));
    });
  program
    .command('serve')
    .description('keep what an incident tool calls in, for every run to read')
    .option('--dir <root>', 'folder of the root module', '.')
    .option('--config <file>', 'settings; default: parley.yaml in the root module')
    .option('--host <address>', 'address to listen on', '127.0.0.1')
    .option('--port <number>', 'port to listen on', wholeNumber, 8080)
    .action(async (options: ServeOptions) => {
      const { runServe } = await import('./commands/serve.ts');
      finish(await runServe(io, options));
    });
  program
    .command('collect')
    .description('fetch audit records from the sources of parley.yaml into the store')
    .option('--dir <root>', 'folder of the root module', '.')
    .option('--config <file>', 'settings; default: parley.yaml in the root module')
    .option('--source <name...>', 'only these sources')
    .option('--since <time>', 'read again from then on: 7d, 12h, or a date')
    .addOption(new Option('--once', 'one round; the default').conflicts('every'))
    .option('--every <time>', 'a round every 5m, 1h, ... until the process is stopped')
    .option('--json', 'print a line of JSON for each round')
    .action(async (options: CollectOptions) => {
      const { runCollect } = await import('./commands/collect.ts');
      finish(await runCollect(io, options));
    });
  program
    .command('doctor')
    .description('what is missing here, and how to get it')
    .option('--dir <root>', 'folder of the root module', '.')
    .option('--online', 'ask each source of audit records one small question')
    .option('--catalog', 'which operations of the clouds are known, and how well')
    .option('--events <path...>', 'audit logs: which operations in them are not known')
    .option('--json', 'print JSON')
    .action(async (options: DoctorOptions) => {
      const { runDoctor } = await import('./commands/doctor.ts');
      finish(await runDoctor(io, options));
    });
}

function addKnowledgeCommands(kb: Command, io: Io, finish: (code: ExitCode) => void): void {
  kb.command('list')
    .description('what plans confirmed or refuted')
    .option('--dir <root>', 'folder of the root module, whose store is read', '.')
    .option('--json', 'print JSON')
    .action(async (options: KbOptions) => {
      const { runKbList } = await import('./commands/kb.ts');
      finish(await runKbList(io, options));
    });
  kb.command('export')
    .description('confirmed entries as YAML, to review and put into parley.yaml')
    .option('--dir <root>', 'folder of the root module, whose store is read', '.')
    .option('--out <file>', 'write to a file')
    .action(async (options: { dir: string; out?: string }) => {
      const { runKbExport } = await import('./commands/kb.ts');
      finish(await runKbExport(io, options));
    });
  kb.command('forget')
    .description('drop an entry, so that a model may propose it again')
    .argument('<key>', 'SERVICE:OPERATION:TYPE')
    .option('--dir <root>', 'folder of the root module, whose store is used', '.')
    .action(async (key: string, { dir }: { dir: string }) => {
      const { runKbForget } = await import('./commands/kb.ts');
      finish(await runKbForget(io, key, dir));
    });
}

function addFeedbackCommand(feedback: Command, io: Io, finish: (code: ExitCode) => void): void {
  feedback
    .command('add')
    .description('note the outcome of a review, for `parley policy suggest`')
    .argument('<intent>', 'i-...')
    .argument('<review>', 'merged, edited, closed, reverted or wrong')
    .option('--dir <root>', 'folder of the root module, whose store is used', '.')
    .option('--at <time>', 'when it was; default: now')
    .option('--note <text>', 'why')
    .action(async (intent: string, review: string, options: FeedbackOptions) => {
      const { runFeedbackAdd } = await import('./commands/feedback.ts');
      finish(await runFeedbackAdd(io, intent, review, options));
    });
}

function addPolicyCommands(policy: Command, io: Io, finish: (code: ExitCode) => void): void {
  policy
    .command('show')
    .description('print a built-in policy as a file to start from')
    .argument('[name]', 'default, accept-all or observe', 'default')
    .action(async (name: string) => {
      const { runPolicyShow } = await import('./commands/policy.ts');
      finish(runPolicyShow(io, name));
    });
  policy
    .command('test')
    .description('decide the cases in and beside a policy file, and compare')
    .argument('[file]', 'policy file or built-in policy', 'parley.policy.yaml')
    .option('--tests <file...>', 'files with cases, instead of those beside the policy')
    .option('--junit <file>', 'write the results as JUnit XML')
    .option('--json', 'print JSON')
    .action(async (file: string, options: TestOptions) => {
      const { runPolicyTest } = await import('./commands/policy.ts');
      finish(await runPolicyTest(io, file, options));
    });
  policy
    .command('schema')
    .description('print the JSON Schema of policy files, for editors')
    .action(async () => {
      const { runPolicySchema } = await import('./commands/policy.ts');
      finish(runPolicySchema(io));
    });
  policy
    .command('lint')
    .description('find rules that cannot be what their author meant')
    .argument('[file]', 'policy file or built-in policy', 'parley.policy.yaml')
    .option('--json', 'print JSON')
    .action(async (file: string, options: LintOptions) => {
      const { runPolicyLint } = await import('./commands/policy.ts');
      finish(await runPolicyLint(io, file, options));
    });
  policy
    .command('suggest')
    .description('rules that the outcomes of reviews speak for, with numbers; changes nothing')
    .option('--dir <root>', 'folder of the root module, whose store is read', '.')
    .option('--since <time>', 'how far back verdicts are replayed: 30d, 12h, or a date', '30d')
    .option('--policy <name>', "the policy to add to; default: the root module's own")
    .option('--json', 'print JSON')
    .action(async (options: SuggestOptions) => {
      const { runPolicySuggest } = await import('./commands/suggest.ts');
      finish(await runPolicySuggest(io, options));
    });
  policy
    .command('simulate')
    .description('what another policy would have decided about the recorded runs')
    .option('--dir <root>', 'folder of the root module, whose store is read', '.')
    .option('--since <time>', 'how far to look back: 30d, 12h, or a date', '30d')
    .option('--policy <name>', "the policy to try; default: the root module's own")
    .option('--json', 'print JSON')
    .option('--exit-code', 'exit 2 when a verdict would change')
    .action(async (options: SimulateOptions) => {
      const { runPolicySimulate } = await import('./commands/simulate.ts');
      finish(await runPolicySimulate(io, options));
    });
}

function addIntentCommands(intent: Command, io: Io, finish: (code: ExitCode) => void): void {
  intent
    .command('declare')
    .description('say beforehand what somebody wants of a field')
    .argument('[address]', 'address of a resource, or of a module and all in it')
    .argument('[field]', 'desired_capacity, tags["Team"], scaling_config[0].desired_size')
    .option('--dir <root>', 'folder of the root module, whose store keeps it', '.')
    .option('--file <file>', 'YAML with a list called declarations, instead of flags')
    .option('--as <principal>', 'ARN of the role or user, with its class: ARN:agent')
    .option('--equals <json>', 'the value')
    .option('--min <number>', 'at least')
    .option('--max <number>', 'at most')
    .option('--prefer <json>', 'the best within --min and --max, or of --one-of')
    .option('--one-of <json>', 'a list of values')
    .option('--contains <json>', 'a list of members that have to be there')
    .option('--excludes <json>', 'a list of members that must not')
    .option('--present', 'set to anything')
    .option('--absent', 'not set')
    .option('--or <json>', 'what would do as well: \'{"min": 2, "max": 4}\'')
    .option('--because <text>', 'why, in a sentence')
    .option('--purpose <word>', 'what it is for: scaling, hotfix, cost-saving, ...')
    .option('--from <time>', 'ISO 8601; now unless given')
    .option('--until <time>', 'ISO 8601; for good unless given')
    .option('--ticket <id>', 'where it was agreed')
    .action(
      async (address: string | undefined, field: string | undefined, options: DeclareOptions) => {
        const { runDeclare } = await import('./commands/intent.ts');
        finish(await runDeclare(io, { address, field }, options));
      },
    );
  intent
    .command('list')
    .description('declared and inferred intents, and where in their life they are')
    .option('--dir <root>', 'folder of the root module', '.')
    .option('--config <file>', 'settings; default: parley.yaml in the root module')
    .option('--all', 'also those that are retired')
    .option('--json', 'print JSON')
    .action(async (options: ListOptions) => {
      const { runIntentList } = await import('./commands/intent.ts');
      finish(await runIntentList(io, options));
    });
}

function wholeNumber(text: string): number {
  if (/^\d{1,5}$/.test(text) && Number(text) < 65_536) return Number(text);
  throw new InvalidArgumentError('Give a number from 0 to 65535.');
}
