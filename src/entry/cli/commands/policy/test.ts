import { writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import type { Command } from 'commander';
import type { Problem } from '../../../../model/result.ts';
import type { ExitCode, Io } from '../../../../ports/io.ts';
import { renderTests } from '../../../../present/terminal/policy.ts';
import { printProblem } from '../../../../present/terminal/print-problem.ts';
import { jsonText, terminalText } from '../../../../present/terminal/safe.ts';
import { createStyle } from '../../../../present/terminal/style.ts';
import { loadHarmFacts } from '../../../../providers/harm/table/load.ts';
import { builtInFile } from '../../../../stages/policy/built-in/files.ts';
import { readScenarios } from '../../../../stages/policy/scenario/file.ts';
import { junitXml } from '../../../../stages/policy/scenario/junit.ts';
import { runScenario, type ScenarioResult } from '../../../../stages/policy/scenario/run.ts';
import type { Cli } from '../../program/command.ts';
import { readPolicyAt, readTextAt } from './file.ts';

interface TestOptions {
  readonly tests?: readonly string[];
  readonly junit?: string;
  readonly json?: boolean;
}

/**
 * `parley policy test FILE`: runs the test cases within and next to a policy. Exits 1 when one
 * fails.
 */
export function definePolicyTest(command: Command, { io, finish }: Cli): void {
  command
    .description('decide the cases in and beside a policy file, and compare')
    .argument('[file]', 'policy file or built-in policy', 'parley.policy.yaml')
    .option('--tests <file...>', 'files with cases, instead of those beside the policy')
    .option('--junit <file>', 'write the results as JUnit XML')
    .option('--json', 'print JSON')
    .action(async (file: string, options: TestOptions) => finish(await test(io, file, options)));
}

/** The scenarios of a file with their results. */
interface TestedFile {
  readonly file: string;
  readonly results: readonly ScenarioResult[];
}

async function test(io: Io, file: string, options: TestOptions): Promise<ExitCode> {
  const read = await readPolicyAt(io, file);
  if (!read.ok) return printProblem(io, read.error);
  const { policy } = read.value;
  const files = options.tests ?? (await testFiles(io, file));
  const facts = loadHarmFacts();
  const tested: TestedFile[] = [];
  for (const each of files) {
    const scenarios = await readTextAt(io, each);
    if (!scenarios.ok) return printProblem(io, scenarios.error);
    const parsed = readScenarios(scenarios.value, each);
    if (!parsed.ok) return printProblem(io, parsed.error);
    const results = parsed.value.map((scenario) => runScenario(scenario, policy, facts));
    if (results.length > 0) tested.push({ file: each, results });
  }
  if (tested.length === 0) return printProblem(io, noTests(file));
  if (options.junit !== undefined) {
    await writeFile(resolve(io.cwd, options.junit), junitXml(tested));
  }
  io.out(
    options.json
      ? `${jsonText({ tested }, 2)}\n`
      : terminalText(renderTests(tested, policy, createStyle(io.color)), io.color),
  );
  return tested.some(({ results }) => results.some(({ failures }) => failures.length > 0)) ? 1 : 0;
}

/** The file itself, and `NAME_test.yaml` or `NAME.test.yaml` next to it. */
async function testFiles(io: Io, file: string): Promise<readonly string[]> {
  if (builtInFile(file) !== undefined) return [];
  const stem = basename(file).replace(/\.ya?ml$/, '');
  const beside = ['_test.yaml', '.test.yaml', '_test.yml', '.test.yml'].map((end) =>
    join(dirname(file), `${stem}${end}`),
  );
  const found = await Promise.all(beside.map(async (path) => (await readTextAt(io, path)).ok));
  return [file, ...beside.filter((_, index) => found[index])];
}

function noTests(file: string): Problem {
  return {
    code: 'no-tests',
    message: 'There are no tests in the policy or beside it.',
    place: { file },
    hint: 'Add `tests:` to the file, write NAME_test.yaml beside it, or name files with --tests; docs/policy.md shows how.',
  };
}
