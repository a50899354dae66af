import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { main } from '../../../src/entry/cli/main.ts';
import type { Report } from '../../../src/model/report.ts';
import type { TraceLine } from '../../../src/model/trace.ts';
import type { GroupOptions } from './case.ts';
import { type Finished, run } from './process.ts';
import type { Project } from './project.ts';
import { replayPolicies } from './replay.ts';
import { terraformEnvironment } from './terraform.ts';
import type { Workshop } from './workshop.ts';

export interface ParleyRun extends Finished {
  readonly report?: Report;
  readonly trace: readonly TraceLine[];
}

/**
 * The path of the built program, which runs in a process of its own; `here` runs it in the process
 * of the tests, where it is warm.
 */
export type Entry = string | 'here';

/**
 * Runs `parley reconcile --write` on the copy, with everything that the cases left in the log.
 * Where Parley asks Terraform, a provider that already runs answers.
 */
export async function reconcile(
  entry: Entry,
  workshop: Workshop,
  options: GroupOptions,
  project: Project,
): Promise<ParleyRun> {
  await replayPolicies(project, workshop, options);
  if (!asksTerraform(options)) return start(entry, workshop, options, process.env['PATH'] ?? '');
  return throughProvider(project, workshop, (path) => start(entry, workshop, options, path));
}

/** What `init` does while a provider runs: it installs none, unless the test is about that. */
type Init = 'attached' | 'installing';

/**
 * Calls `use` with a `PATH` whose `terraform` attaches to a running provider. It is always that of
 * `pathThrough`, so that a test can also set it once in advance.
 */
export function throughProvider<T>(
  project: Project,
  workshop: Workshop,
  use: (path: string) => Promise<T>,
  init: Init = 'attached',
): Promise<T> {
  const { fork, dir } = workshop;
  const subject = { endpoint: fork.endpoint, dir, types: typesOfCases() };
  return project.attached(subject, (reattach) => {
    writeProgram(workshop, reattach, init);
    return use(pathThrough(workshop));
  });
}

const asksTerraform = ({ args = [] }: GroupOptions): boolean => args.includes('plan');

/** Parley may adopt a resource of a type that the project did not have. */
function typesOfCases(): readonly string[] {
  const text = readFileSync(new URL('../types.txt', import.meta.url), 'utf8');
  return text.split('\n').filter(Boolean);
}

/** The `PATH` on which our `terraform` comes before the real one. */
export function pathThrough({ folder }: Workshop): string {
  return `${join(folder, 'bin')}${delimiter}${process.env['PATH'] ?? ''}`;
}

/**
 * Writes a `terraform` that attaches to a provider, if there is one: Parley itself does not pass
 * that setting on. It adds a line to `calls` for each command.
 */
function writeProgram(
  { folder, prepared }: Workshop,
  reattach: string | undefined,
  init: Init,
): void {
  const bin = join(folder, 'bin');
  mkdirSync(bin, { recursive: true });
  const attached = reattach === undefined ? '' : `export TF_REATTACH_PROVIDERS='${reattach}'`;
  const script = `#!/bin/sh
echo "$1" >> '${join(folder, 'calls')}'
${attached}
${init === 'installing' ? '[ "$1" = init ] && unset TF_REATTACH_PROVIDERS' : ''}
GOGC=400 exec ${prepared.tools.terraform} "$@"
`;
  writeFileSync(join(bin, 'terraform'), script, { mode: 0o755 });
}

async function start(
  entry: Entry,
  workshop: Workshop,
  options: GroupOptions,
  path: string,
): Promise<ParleyRun> {
  const report = join(workshop.folder, 'report.json');
  const trace = join(workshop.folder, 'trace.jsonl');
  const args = [
    'reconcile',
    ...['--dir', workshop.dir],
    ...['--state', workshop.state],
    ...['--events', workshop.events],
    '--write',
    ...['--policy', options.policy ?? 'accept-all'],
    ...['--report', report],
    ...['--trace', trace],
    ...(options.model === true ? [] : ['--no-llm']),
    ...(options.args ?? []),
  ];
  const { prepared, fork, dir } = workshop;
  const env = {
    // Only level `plan` runs Terraform, and so needs the cloud.
    ...(asksTerraform(options) &&
      terraformEnvironment({ ...prepared, dir, endpoint: fork.endpoint })),
    PATH: path,
    HOME: workshop.folder,
    ...options.env,
    NO_COLOR: '1',
  };
  const cwd = workshop.folder;
  const finished =
    entry === 'here'
      ? await runHere(args, cwd, env)
      : await run(process.execPath, [entry, ...args], { cwd, env, timeoutMs: 600_000 });
  const text = (file: string) => (existsSync(file) ? readFileSync(file, 'utf8') : undefined);
  const reported = text(report);
  return {
    ...finished,
    ...(reported === undefined ? {} : { report: JSON.parse(reported) as Report }),
    trace: (text(trace) ?? '')
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as TraceLine),
  };
}

/** Does with the process what `src/cli.ts` does, except for its clock and its streams. */
async function runHere(
  args: readonly string[],
  cwd: string,
  env: Readonly<Record<string, string>>,
): Promise<Finished> {
  const said = { stdout: '', stderr: '' };
  const code = await main(args, {
    out: (text) => {
      said.stdout += text;
    },
    err: (text) => {
      said.stderr += text;
    },
    env,
    cwd,
    now: () => new Date().toISOString(),
    elapsed: () => performance.now(),
    columns: 140,
    color: false,
  });
  return { code, ...said };
}
