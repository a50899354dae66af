import { readFile, writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { withStore } from '../../../app/history/with-store.ts';
import { sinceTime } from '../../../app/run/since.ts';
import type { Problem, Result } from '../../../model/result.ts';
import { fail, ok } from '../../../model/result.ts';
import { displayText } from '../../../model/text.ts';
import type { ExitCode, Io } from '../../../ports/io.ts';
import { renderFindings, renderTests } from '../../../present/terminal/policy.ts';
import { printProblem } from '../../../present/terminal/print-problem.ts';
import { jsonText, terminalText } from '../../../present/terminal/safe.ts';
import { createStyle } from '../../../present/terminal/style.ts';
import { loadHarmFacts } from '../../../providers/harm/table/load.ts';
import type { Facts } from '../../../stages/arbitration/facts.ts';
import { builtInPolicyNames } from '../../../stages/arbitration/policies/names.ts';
import { factsOnRecord } from '../../../stages/arbitration/replay/facts.ts';
import { builtInFile } from '../../../stages/policy/built-in/files.ts';
import { explainPolicy } from '../../../stages/policy/explain/explain.ts';
import { policySchema } from '../../../stages/policy/file/json-schema.ts';
import type { ReadPolicy } from '../../../stages/policy/file/parse.ts';
import { readPolicyFile } from '../../../stages/policy/file/read.ts';
import { lintInput } from '../../../stages/policy/lint/input.ts';
import { type LintFinding, lintPolicy } from '../../../stages/policy/lint/lint.ts';
import { readScenarios } from '../../../stages/policy/scenario/file.ts';
import { junitXml } from '../../../stages/policy/scenario/junit.ts';
import { runScenario, type ScenarioResult } from '../../../stages/policy/scenario/run.ts';

/** `parley policy show NAME`: prints a built-in policy as a file to start from. */
export function runPolicyShow(io: Io, name: string): ExitCode {
  const text = builtInFile(name);
  if (text !== undefined) {
    io.out(text);
    return 0;
  }
  return printProblem(io, {
    code: 'unknown-policy',
    message: `There is no built-in policy called ${displayText(name, 120)}.`,
    hint: `There are ${builtInPolicyNames.join(', ')}.`,
  });
}

/** `parley policy explain NAME|FILE`: describes a policy in prose. */
export async function runPolicyExplain(io: Io, file: string): Promise<ExitCode> {
  const read = await readFileAt(io, file);
  if (!read.ok) return printProblem(io, read.error);
  const text = explainPolicy(read.value);
  if (!text.ok) return printProblem(io, text.error);
  io.out(terminalText(text.value, io.color));
  return 0;
}

export interface LintOptions {
  readonly dir: string;
  readonly since?: string;
  readonly json?: boolean;
}

/**
 * `parley policy lint FILE`: reports rules that cannot be what their author meant. Exits 1 on
 * errors.
 */
export async function runPolicyLint(io: Io, file: string, options: LintOptions): Promise<ExitCode> {
  const read = await readFileAt(io, file);
  if (!read.ok) return printProblem(io, read.error);
  if (options.since === undefined) return printLint(io, file, options, read.value, []);
  const since = sinceTime(options.since, io.now());
  if (!since.ok) return printProblem(io, since.error);
  return withStore(io, options.dir, 'knows earlier runs', async (store) => {
    const runs = await store.runs(since.value);
    const facts = runs.flatMap(({ record }) =>
      record === undefined ? [] : factsOnRecord(record, read.value.policy),
    );
    return printLint(io, file, options, read.value, facts);
  });
}

function printLint(
  io: Io,
  file: string,
  options: LintOptions,
  policy: ReadPolicy,
  recorded: readonly Facts[],
): ExitCode {
  const input = lintInput(policy, recorded);
  if (!input.ok) return printProblem(io, input.error);
  const findings: readonly LintFinding[] = lintPolicy(input.value);
  io.out(
    options.json
      ? `${jsonText({ findings }, 2)}\n`
      : terminalText(renderFindings(file, findings, createStyle(io.color)), io.color),
  );
  return findings.some(({ level }) => level === 'error') ? 1 : 0;
}

export interface TestOptions {
  readonly tests?: readonly string[];
  readonly junit?: string;
  readonly json?: boolean;
}

/** The scenarios of a file with their results. */
export interface TestedFile {
  readonly file: string;
  readonly results: readonly ScenarioResult[];
}

/**
 * `parley policy test FILE`: runs the test cases within and next to a policy. Exits 1 when one
 * fails.
 */
export async function runPolicyTest(io: Io, file: string, options: TestOptions): Promise<ExitCode> {
  const read = await readFileAt(io, file);
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

async function readFileAt(io: Io, file: string): Promise<Result<ReadPolicy>> {
  const builtIn = builtInFile(file);
  if (builtIn !== undefined) return readPolicyFile(builtIn, file);
  const text = await readTextAt(io, file);
  return text.ok ? readPolicyFile(text.value, file) : text;
}

async function readTextAt(io: Io, file: string): Promise<Result<string>> {
  const text = await readFile(resolve(io.cwd, file), 'utf8').catch(() => undefined);
  if (text !== undefined) return ok(text);
  return fail({
    code: 'no-file',
    message: 'The file cannot be read.',
    place: { file },
    hint: `Give a policy file, or one of ${builtInPolicyNames.join(', ')}.`,
  });
}

function noTests(file: string): Problem {
  return {
    code: 'no-tests',
    message: 'There are no tests in the policy or beside it.',
    place: { file },
    hint: 'Add `tests:` to the file, write NAME_test.yaml beside it, or name files with --tests; docs/policy.md shows how.',
  };
}

/** `parley policy schema`: prints the JSON Schema of policy files, for editors. */
export function runPolicySchema(io: Io): ExitCode {
  io.out(`${jsonText(policySchema(), 2)}\n`);
  return 0;
}
