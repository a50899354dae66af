import { type Command, InvalidArgumentError, Option } from 'commander';
import {
  type DeliveryOptions,
  type JudgingOptions,
  type LogOptions,
  type OutputOptions,
  type ProjectOptions,
  type ProofOptions,
  type RunOptions,
  runOptions,
  type ScopeOptions,
} from '../../../../app/run/options.ts';

/** The flags of a run, as Commander returns them. */
export interface RunFlags
  extends Omit<ProjectOptions, 'dir'>,
    LogOptions,
    JudgingOptions,
    ProofOptions,
    ScopeOptions,
    DeliveryOptions,
    OutputOptions {
  readonly dir: string | readonly string[];
}

/** What the flags ask of the root module in `dir`. Each part has its own flags among the others. */
export function optionsFor(dir: string, { dir: _, ...flags }: RunFlags): RunOptions {
  return runOptions(
    { ...flags, dir },
    { log: flags, judging: flags, proof: flags, scope: flags, delivery: flags, output: flags },
  );
}

/** The flags of `reconcile` and `scan`. */
export function withRunOptions(command: Command): Command {
  const levels = withInputs(command)
    .addOption(
      new Option('--verify <level>', 'how far patches are proved')
        .choices(['evaluate', 'validate', 'plan'])
        .default('evaluate'),
    )
    .option('--all', 'with --verify plan: read back the whole state, not only what events name');
  return withRest(levels);
}

/** The flags of `baseline`, which has the provider read the entire state. */
export function withBaselineOptions(command: Command): Command {
  return withRest(withInputs(command));
}

function withInputs(command: Command): Command {
  return command
    .option('--dir <root...>', 'folder of the root module, or of several', '.')
    .option(
      '--state <location>',
      'Terraform state; default: the one in parley.yaml, or terraform.tfstate',
    )
    .option('--events <path...>', 'audit logs: files or folders; default: what was collected')
    .option('--since <time>', 'how far back collected records are read: 7d, 12h, or a date');
}

function withRest(command: Command): Command {
  return command
    .addOption(
      new Option(
        '--adopt <what>',
        'resources made out of band that are added to the code (default: related)',
      ).choices(['none', 'related', 'all']),
    )
    .option('--only <id>', 'show, patch and propose only this intent, drift or address', collect)
    .option(
      '--pick <number>',
      'with --only: edit the place of this number that `parley explain` lists',
      wholeNumber,
    )
    .option('--manifests <path...>', 'Kubernetes manifests: files or folders; default: parley.yaml')
    .option('--policy <name>', 'default, accept-all, observe, or a policy file')
    .option('--config <file>', 'settings; default: parley.yaml in the root module')
    .option('--var-file <file...>', 'variable files, in order, as terraform takes them')
    .option('--workspace <name>', 'value of terraform.workspace')
    .addOption(
      new Option(
        '--terraform <program>',
        'what --verify runs; default: the one in parley.yaml, or what is on the PATH',
      ).choices(['terraform', 'tofu']),
    )
    .option('--report <file>', 'write the report as JSON')
    .option('--html <file>', 'write the result as one self-contained HTML page')
    .option('--trace <file>', 'write what became of every mutating event, as JSON lines')
    .option('--json', 'print the report as JSON')
    .option('--timeline', 'show who acted when, and how many verdicts of each kind there are')
    .option('--exit-code', 'exit 2 when drift remains')
    .option('--no-llm', 'use rules only, even where parley.yaml names a language model');
}

function collect(id: string, before: readonly string[] = []): readonly string[] {
  return [...before, id];
}

function wholeNumber(text: string): number {
  if (/^[1-9]\d{0,3}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('Give the number of a place, from 1 on.');
}
