import { resolve } from 'node:path';
import { withStore } from '../../../app/history/with-store.ts';
import { choosePolicy, policyNamed } from '../../../app/run/policy.ts';
import { sinceTime } from '../../../app/run/since.ts';
import type { ExitCode, Io } from '../../../ports/io.ts';
import { printProblem } from '../../../present/terminal/print-problem.ts';
import { jsonText, terminalText } from '../../../present/terminal/safe.ts';
import { renderSimulation } from '../../../present/terminal/simulation.ts';
import { createStyle } from '../../../present/terminal/style.ts';
import { simulate } from '../../../reconcile/decide/simulate.ts';

export interface SimulateOptions {
  readonly dir: string;
  readonly since: string;
  readonly policy?: string;
  readonly json?: boolean;
  readonly exitCode?: boolean;
}

/**
 * `parley policy simulate`: shows what another policy would have decided about the recorded runs.
 */
export async function runPolicySimulate(io: Io, options: SimulateOptions): Promise<ExitCode> {
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
