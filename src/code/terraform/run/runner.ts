import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Problem, Result } from '../../../model/result.ts';
import { fail, ok } from '../../../model/result.ts';
import type { ProviderSchema } from '../../../providers/schema/types.ts';
import { type Program, programProblem } from '../program.ts';
import { readDiagnostics } from './diagnostics.ts';
import { environmentFor } from './environment.ts';
import { runProblem } from './failure.ts';
import { identifyProgram } from './locate.ts';
import { parsePlan } from './plan.ts';
import { readPlanEvents } from './plan-events.ts';
import { type ProcessResult, runProcess } from './process.ts';
import { planInFile } from './saved/read.ts';
import { temporaryFolder } from './scratch/open.ts';
import type { PlanOptions, TerraformRunner, TerraformVersion } from './types.ts';
import { readValidation } from './validate.ts';

export interface RunnerOptions {
  /** Path or name of terraform or tofu. */
  readonly binary: string;
  /** The environment of the program; see `terraformEnvironment`. */
  readonly env: Readonly<Record<string, string>>;
  /** Timeout of one call. Defaults to 10 minutes. */
  readonly timeoutMs?: number;
  /** Maximum output of one call in bytes. Defaults to 256 MiB. */
  readonly maxOutput?: number;
  readonly signal?: AbortSignal;
  /**
   * Schema of the providers. With it, saved plans are read without starting a process where that is
   * reliable.
   */
  readonly schema?: ProviderSchema;
}

type Exited = Extract<ProcessResult, { kind: 'exited' }>;

/** Runs `args` in `dir`. Any exit code that is not in `codes` is a problem. */
type Execute = (
  dir: string,
  args: readonly string[],
  codes?: readonly number[],
  onStarted?: () => void,
) => Promise<Result<Exited>>;

/** Runs Terraform as a child process. */
export function createTerraformRunner(options: RunnerOptions): TerraformRunner {
  const program = identifyProgram(options.binary);
  const inProgram = (problem: Problem) => named(program, problem);
  const run = createRun(options, inProgram);
  return {
    async version() {
      const done = await run('.', ['version']);
      if (!done.ok) return done;
      const found = readVersion(done.value.stdout);
      return found === undefined ? fail(inProgram(unreadable('version', '.'))) : ok(found);
    },
    async init(dir, { pluginDir, backend = true } = {}) {
      const args = ['init', '-input=false', '-no-color', `-backend=${backend}`];
      if (backend) args.push('-reconfigure', '-lock=false');
      if (pluginDir !== undefined) args.push(`-plugin-dir=${pluginDir}`);
      const done = await run(dir, args);
      return done.ok ? ok(undefined) : done;
    },
    async validate(dir) {
      const done = await run(dir, ['validate', '-no-color', '-json'], [0, 1]);
      if (!done.ok) return done;
      const problems = readValidation(done.value.stdout);
      return problems === undefined ? fail(inProgram(unreadable('validate', dir))) : ok(problems);
    },
    async plan(dir, planOptions) {
      const { onStarted } = planOptions;
      const done = await run(dir, planArguments(planOptions), [0, 2], onStarted);
      if (!done.ok) return done;
      const { code, stdout } = done.value;
      return ok({ changes: code === 2, ...readPlanEvents(stdout) });
    },
    async refresh(dir, planOptions) {
      const args = planArguments({ ...planOptions, refreshOnly: true });
      const done = await run(dir, args, [0, 1, 2]);
      if (!done.ok) return done;
      const { code, stdout } = done.value;
      const errors = code === 1 ? readDiagnostics(stdout) : [];
      // Terraform prints usage errors as text.
      if (code === 1 && errors.length === 0) {
        return fail(inProgram(runProblem(done.value, 'plan', dir, 0)));
      }
      return ok({ errors, ...(code === 0 && { isSame: true }) });
    },
    async showPlan(dir, file) {
      const { schema } = options;
      // OpenTofu's plans may be encrypted, and its version does not show whether sensitive values
      // are marked.
      const isReadable = schema !== undefined && program === 'terraform';
      const plan = isReadable ? await planInFile(join(dir, file), schema) : undefined;
      if (plan !== undefined) return ok(plan);
      const done = await run(dir, ['show', '-no-color', '-json', file]);
      return done.ok ? parsePlan(done.value.stdout, file) : done;
    },
    async fmtCheck(dir) {
      const done = await run(dir, ['fmt', '-check', '-recursive', '-list=true'], [0, 3]);
      if (!done.ok) return done;
      return ok(
        done.value.stdout
          .split('\n')
          .filter((line) => line !== '')
          .sort(),
      );
    },
  };
}

/**
 * The problem with the name of the program: `tofu plan failed` instead of `terraform plan failed`.
 */
function named(program: Program, problem: Problem): Problem {
  const { message } = problem;
  const own = program === 'tofu' ? message.replace(/^terraform (?=[a-z])/, 'tofu ') : message;
  return programProblem(program, { ...problem, message: own });
}

function createRun(options: RunnerOptions, inProgram: (problem: Problem) => Problem): Execute {
  const { binary, env, signal, timeoutMs = 600_000, maxOutput = 256 * 1024 * 1024 } = options;
  return async (dir, args, codes = [0], onStarted) => {
    if (!(await isFolder(dir))) {
      return fail({
        code: 'terraform-folder',
        message: 'There is no such folder to run Terraform in.',
        place: { file: dir },
      });
    }
    const limits = {
      ...{ timeoutMs, maxOutput },
      ...(signal && { signal }),
      ...(onStarted && { onStarted }),
    };
    const [command = ''] = args;
    const temporary = temporaryFolder(dir);
    const own = {
      ...environmentFor(command, env),
      ...(temporary === undefined ? {} : { TMPDIR: temporary }),
    };
    const done = await runProcess({ binary, args, cwd: dir, env: own, ...limits });
    if (done.kind === 'exited' && codes.includes(done.code)) return ok(done);
    return fail(inProgram(runProblem(done, command, dir, timeoutMs)));
  };
}

function planArguments(options: PlanOptions): readonly string[] {
  return [
    'plan',
    '-input=false',
    '-no-color',
    '-json',
    '-lock=false',
    '-detailed-exitcode',
    `-out=${options.out}`,
    ...(options.refreshOnly === true ? ['-refresh-only'] : []),
    ...(options.refresh === false ? ['-refresh=false'] : []),
    ...(options.generateConfig === undefined
      ? []
      : [`-generate-config-out=${options.generateConfig}`]),
    ...(options.varFiles ?? []).map((file) => `-var-file=${file}`),
    ...Object.entries(options.vars ?? {}).map(([name, value]) => `-var=${name}=${value}`),
    ...(options.parallelism === undefined ? [] : [`-parallelism=${options.parallelism}`]),
    ...(options.targets ?? []).map((address) => `-target=${address}`),
  ];
}

function readVersion(output: string): TerraformVersion | undefined {
  const found = /^(Terraform|OpenTofu) v(\S+)/m.exec(output);
  const version = found?.[2];
  if (version === undefined) return undefined;
  return { product: found?.[1] === 'OpenTofu' ? 'tofu' : 'terraform', version };
}

function unreadable(task: string, dir: string): Problem {
  return {
    code: 'terraform-output',
    message: `terraform ${task} returned output that Parley cannot read.`,
    place: { file: dir },
    hint: 'Check that the program is Terraform 1.5 or newer, or OpenTofu.',
  };
}

async function isFolder(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isDirectory();
  } catch {
    return false;
  }
}
