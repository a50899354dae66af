import { resolve } from 'node:path';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { placed, readGuardedCode } from '../../../app/guard/plan/places.ts';
import { createProductionCheck } from '../../../app/guard/plan/production.ts';
import { readPlan } from '../../../app/guard/plan/read-input.ts';
import { committed, recallPlan } from '../../../app/guard/plan/recall.ts';
import { openHistory, selectHistory } from '../../../app/history/history.ts';
import type { Severity } from '../../../model/harm.ts';
import { fail, ok, type Problem, type Result } from '../../../model/result.ts';
import type { ExitCode, Io } from '../../../ports/io.ts';
import { renderGuard } from '../../../present/terminal/guard.ts';
import { guardMarkdown } from '../../../present/terminal/guard-markdown.ts';
import { printProblem, printProblems } from '../../../present/terminal/print-problem.ts';
import { jsonText, terminalText } from '../../../present/terminal/safe.ts';
import { createStyle } from '../../../present/terminal/style.ts';
import { loadHarmFacts } from '../../../providers/harm/table/load.ts';
import { codeQuality, workflowCommands } from '../../../stages/guard/annotations.ts';
import { createGuardReport, judgeGuardedPlan } from '../../../stages/guard/judge.ts';
import type { KnownValues } from '../../../stages/guard/known.ts';
import type { GuardPlan } from '../../../stages/guard/plan/types.ts';
import type { GuardOptions, GuardReport } from '../../../stages/guard/types.ts';
import type { Project } from '../../../stages/patch/terraform/types.ts';
import type { Cli } from '../program/command.ts';
import { stackHelp } from './flags.ts';

interface GuardCommandOptions {
  /** A file, or `-` for standard input. */
  readonly plan: string;
  readonly base?: string;
  readonly dir: string;
  readonly stack?: string;
  /** False with `--no-store`. */
  readonly store: boolean;
  readonly config?: string;
  readonly varFile?: readonly string[];
  readonly workspace?: string;
  readonly format: 'table' | 'json' | 'markdown' | 'annotations' | 'codequality';
  readonly blockFrom: Severity;
}

const formats = ['table', 'json', 'markdown', 'annotations', 'codequality'];

const exitCodes = { pass: 0, warn: 2, block: 3 } as const;

/** `parley guard`: shows which planned changes undo what somebody wants, or do harm. */
export function defineGuard(command: Command, { io, finish }: Cli): void {
  command
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
    .action(async (options: GuardCommandOptions) => finish(await guard(io, options)))
    .addHelpText('after', '\nExit codes: 0 pass, 1 an error, 2 warn, 3 block.');
}

function severity(text: string): Severity {
  const found = ([1, 2, 3, 4, 5] as const).find((one) => String(one) === text);
  if (found === undefined) throw new InvalidArgumentError('Give a severity from 1 to 5.');
  return found;
}

async function guard(io: Io, options: GuardCommandOptions): Promise<ExitCode> {
  const plan = await readPlan(io, options.plan);
  if (!plan.ok) return printProblem(io, plan.error);
  const base = options.base === undefined ? undefined : await readPlan(io, options.base);
  if (base?.ok === false) return printProblem(io, base.error);
  const around = await surroundings(io, options, plan.value);
  if (!around.ok) return printProblems(io, around.error);
  const { known, project, isProduction } = around.value;
  const input = {
    plan: plan.value,
    ...(base === undefined ? {} : { base: base.value }),
    known,
    facts: loadHarmFacts(),
    options: { now: io.now(), blockFrom: options.blockFrom, isProduction },
  };
  const { report, found } = judgeGuardedPlan(input);
  const root = resolve(io.cwd, options.dir);
  const shown = project === undefined ? found : placed(io, root, project, found);
  const whole = createGuardReport(input, report.notes, shown);
  print(io, options, whole);
  return exitCodes[whole.outcome];
}

interface Surroundings {
  readonly known: KnownValues;
  readonly isProduction: NonNullable<GuardOptions['isProduction']>;
  /** The code, where it is available. */
  readonly project?: Project;
}

async function surroundings(
  io: Io,
  options: GuardCommandOptions,
  plan: GuardPlan,
): Promise<Result<Surroundings, readonly Problem[]>> {
  const root = resolve(io.cwd, options.dir);
  const settings = await committed(io, root, options.config);
  if (!settings.ok) return fail([settings.error]);
  const { config, declared } = settings.value;
  // The code of a stack of the service is not in this folder.
  const code =
    options.stack === undefined ? await readGuardedCode(io, root, config, options) : ok(undefined);
  if (!code.ok) return fail([code.error]);
  const at = { declared, config, ...(code.value === undefined ? {} : { project: code.value }) };
  const known = await knownOf(io, options, plan, at);
  if (!known.ok) return known;
  const production = await createProductionCheck(io, root, config, options.workspace);
  if (!production.ok) return fail([production.error]);
  const { value: isProduction } = production;
  return ok({
    known: known.value,
    isProduction,
    ...(code.value === undefined ? {} : { project: code.value }),
  });
}

async function knownOf(
  io: Io,
  options: GuardCommandOptions,
  plan: GuardPlan,
  code: Parameters<typeof recallPlan>[2],
): Promise<Result<KnownValues, readonly Problem[]>> {
  if (!options.store) return ok(await recallPlan(plan, undefined, code, io.now()));
  const history = await selectHistory(io, options);
  if (!history.ok) return fail(history.error);
  const store = await openHistory(io, options.dir, history.value, 'remembers open drifts');
  if (!store.ok) {
    if (store.error.code !== 'no-store' || options.stack !== undefined) return fail([store.error]);
    io.err('There is no store here: only the plan and the code are checked.\n');
    return ok(await recallPlan(plan, undefined, code, io.now()));
  }
  try {
    return ok(await recallPlan(plan, store.value, code, io.now()));
  } finally {
    await store.value.close();
  }
}

function print(io: Io, { format, plan }: GuardCommandOptions, report: GuardReport): void {
  switch (format) {
    case 'json':
      io.out(`${jsonText(report, 2)}\n`);
      return;
    case 'markdown':
      io.out(`${guardMarkdown(report)}\n`);
      return;
    case 'annotations':
      io.out(workflowCommands(report));
      return;
    case 'codequality':
      io.out(`${jsonText(codeQuality(report, plan === '-' ? 'plan.json' : plan), 2)}\n`);
      return;
    case 'table':
      io.out(terminalText(renderGuard(report, createStyle(io.color), io.columns), io.color));
  }
}
