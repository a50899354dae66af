import { type Command, Option } from 'commander';
import {
  type CollectedRound,
  type CollectWish,
  collectRounds,
} from '../../../app/collect/rounds.ts';
import { nodeTimer } from '../../../app/run/node-timer.ts';
import type { ExitCode, Io } from '../../../ports/io.ts';
import { renderRound } from '../../../present/terminal/collect.ts';
import { printProblems } from '../../../present/terminal/print-problem.ts';
import { jsonText, terminalText } from '../../../present/terminal/safe.ts';
import type { Cli } from '../program/command.ts';

interface CollectOptions extends CollectWish {
  readonly json?: boolean;
}

/** `parley collect`: fetches audit records from the clouds into the store, once or repeatedly. */
export function defineCollect(command: Command, { io, finish }: Cli): void {
  command
    .option('--dir <root>', 'folder of the root module', '.')
    .option('--config <file>', 'settings; default: parley.yaml in the root module')
    .option('--source <name...>', 'only these sources')
    .option('--since <time>', 'read again from then on: 7d, 12h, or a date')
    .addOption(new Option('--once', 'one round; the default').conflicts('every'))
    .option('--every <time>', 'a round every 5m, 1h, ... until the process is stopped')
    .option('--json', 'print a line of JSON for each round')
    .action(async (options: CollectOptions) => finish(await collect(io, options)));
}

function collect(io: Io, { json, ...wish }: CollectOptions): Promise<ExitCode> {
  const signal = firstSignal();
  return collectRounds(io, wish, {
    timer: nodeTimer(signal),
    signal,
    onRound: (round) => print(io, round, json === true),
  });
}

function print(io: Io, { at, outcome, problems }: CollectedRound, isJson: boolean): void {
  io.out(isJson ? `${jsonText({ at, ...outcome })}\n` : terminalText(renderRound(outcome), false));
  printProblems(io, problems);
}

/**
 * The first SIGINT or SIGTERM ends collecting after the current page; the second one ends the
 * process.
 */
function firstSignal(): AbortSignal {
  const controller = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM'] as const) {
    process.once(name, () => controller.abort());
  }
  return controller.signal;
}
