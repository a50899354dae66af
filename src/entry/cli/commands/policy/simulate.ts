import { resolve } from 'node:path';
import type { Command } from 'commander';
import { withStore } from '../../../../app/history/with-store.ts';
import { choosePolicy, policyNamed } from '../../../../app/run/policy.ts';
import { sinceTime } from '../../../../app/run/since.ts';
import type { ExitCode, Io } from '../../../../ports/io.ts';
import { printProblem } from '../../../../present/terminal/print-problem.ts';
import { jsonText, terminalText } from '../../../../present/terminal/safe.ts';
import { renderSimulation } from '../../../../present/terminal/simulation.ts';
import { createStyle } from '../../../../present/terminal/style.ts';
import { simulate } from '../../../../reconcile/decide/simulate.ts';
import type { Cli } from '../../program/command.ts';

interface SimulateOptions {
  readonly dir: string;
  readonly since: string;
  readonly policy?: string;
  readonly json?: boolean;
  readonly exitCode?: boolean;
}

/**
 * `parley policy simulate`: shows what another policy would have decided about the recorded runs.
 */
export function definePolicySimulate(command: Command, { io, finish }: Cli): void {
  command
    .description('show what another policy would have decided about the recorded runs')
    .option('--dir <root>', 'folder of the root module, whose store is read', '.')
    .option('--since <time>', 'how far to look back: 30d, 12h, or a date', '30d')
    .option('--policy <name>', "the policy to try; default: the root module's own")
    .option('--json', 'print JSON')
    .option('--exit-code', 'exit 2 when a verdict would change')
    .action(async (options: SimulateOptions) => finish(await simulateRuns(io, options)));
}

async function simulateRuns(io: Io, options: SimulateOptions): Promise<ExitCode> {
  const since = sinceTime(options.since, io.now());
  if (!since.ok) return printProblem(io, since.error);
  const policy = await choosePolicy(
    resolve(io.cwd, options.dir),
    policyNamed(io, options, undefined),
  );
  if (!policy.ok) return printProblem(io, policy.error);
  return withStore(io, options.dir, 'knows earlier runs', async (store) => {
    const simulation = simulate(await store.runs(since.value), policy.value);
    const shown = { policy: policy.value.name, since: since.value, ...simulation };
    io.out(
      options.json
        ? `${jsonText(shown, 2)}\n`
        : terminalText(renderSimulation(shown, createStyle(io.color)), io.color),
    );
    return options.exitCode && simulation.changed.length > 0 ? 2 : 0;
  });
}
