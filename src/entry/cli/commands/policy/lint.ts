import type { Command } from 'commander';
import { withStore } from '../../../../app/history/with-store.ts';
import { sinceTime } from '../../../../app/run/since.ts';
import type { ExitCode, Io } from '../../../../ports/io.ts';
import { renderFindings } from '../../../../present/terminal/policy.ts';
import { printProblem } from '../../../../present/terminal/print-problem.ts';
import { jsonText, terminalText } from '../../../../present/terminal/safe.ts';
import { createStyle } from '../../../../present/terminal/style.ts';
import type { Facts } from '../../../../stages/arbitration/facts.ts';
import { factsOnRecord } from '../../../../stages/arbitration/replay/facts.ts';
import type { ReadPolicy } from '../../../../stages/policy/file/parse.ts';
import { lintInput } from '../../../../stages/policy/lint/input.ts';
import { type LintFinding, lintPolicy } from '../../../../stages/policy/lint/lint.ts';
import type { Cli } from '../../program/command.ts';
import { readPolicyAt } from './file.ts';

interface LintOptions {
  readonly dir: string;
  readonly since?: string;
  readonly json?: boolean;
}

/**
 * `parley policy lint FILE`: reports rules that cannot be what their author meant. Exits 1 on
 * errors.
 */
export function definePolicyLint(command: Command, { io, finish }: Cli): void {
  command
    .description('find rules that are probably not what their author meant')
    .argument('[file]', 'policy file or built-in policy', 'parley.policy.yaml')
    .option('--since <time>', 'look for examples in the recorded runs since: 30d, 12h, or a date')
    .option('--dir <root>', 'folder of the root module, whose store is read with --since', '.')
    .option('--json', 'print JSON')
    .action(async (file: string, options: LintOptions) => finish(await lint(io, file, options)));
}

async function lint(io: Io, file: string, options: LintOptions): Promise<ExitCode> {
  const read = await readPolicyAt(io, file);
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
