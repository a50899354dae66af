import { resolve } from 'node:path';
import type { Command } from 'commander';
import { openHistory, type StackHistory, selectHistory } from '../../../../app/history/history.ts';
import { listIntents } from '../../../../app/history/intents.ts';
import {
  allDeclarations,
  committedDeclarations,
  type DeclaredFiles,
  storedDeclarations,
} from '../../../../app/run/declarations.ts';
import { readConfig } from '../../../../config/read.ts';
import { ok, type Result } from '../../../../model/result.ts';
import type { ExitCode, Io } from '../../../../ports/io.ts';
import type { StoredIntent } from '../../../../ports/store/run-store.ts';
import { renderIntents } from '../../../../present/terminal/intents.ts';
import type { ListedIntent } from '../../../../present/terminal/listed-intent.ts';
import { printProblem, printProblems } from '../../../../present/terminal/print-problem.ts';
import { jsonText, terminalText } from '../../../../present/terminal/safe.ts';
import { createStyle } from '../../../../present/terminal/style.ts';
import type { Cli } from '../../program/command.ts';
import { stackHelp } from '../flags.ts';

interface ListOptions {
  readonly dir: string;
  readonly stack?: string;
  readonly config?: string;
  readonly all?: boolean;
  readonly json?: boolean;
}

/** `parley intent list`: lists declared and inferred intents, each with its state. */
export function defineIntentList(command: Command, { io, finish }: Cli): void {
  command
    .description('list declared and inferred intents, with their state')
    .option('--dir <root>', 'folder of the root module', '.')
    .option('--config <file>', 'settings; default: parley.yaml in the root module')
    .option('--stack <name>', stackHelp)
    .option('--all', 'also those that are retired')
    .option('--json', 'print JSON')
    .action(async (options: ListOptions) => finish(await list(io, options)));
}

async function list(io: Io, options: ListOptions): Promise<ExitCode> {
  const history = await selectHistory(io, options);
  if (!history.ok) return printProblems(io, history.error);
  const root = resolve(io.cwd, options.dir);
  const config = await readConfig(root, options.config && resolve(io.cwd, options.config));
  if (!config.ok) return printProblem(io, config.error);
  // The settings in the folder of a service declare nothing for the watched repositories.
  const committed = history.value.kind === 'project' ? committedDeclarations(config.value) : [];
  const kept = await fromStore(io, options.dir, history.value);
  if (!kept.ok) return printProblem(io, kept.error);
  const { declared, intents } = kept.value;
  const all = listIntents(allDeclarations(committed, declared), intents, io.now());
  const shown = options.all ? all : all.filter(({ state }) => state !== 'retired');
  print(io, options, shown, all.length - shown.length);
  return 0;
}

interface Kept {
  readonly declared: readonly DeclaredFiles[];
  readonly intents: readonly StoredIntent[];
}

async function fromStore(io: Io, dir: string, history: StackHistory): Promise<Result<Kept>> {
  const store = await openHistory(io, dir, history, 'knows intents');
  if (!store.ok) {
    return store.error.code === 'no-store' ? ok({ declared: [], intents: [] }) : store;
  }
  try {
    const declared = await storedDeclarations(store.value);
    return ok({ declared, intents: await store.value.intents() });
  } finally {
    await store.value.close();
  }
}

function print(
  io: Io,
  { json }: ListOptions,
  intents: readonly ListedIntent[],
  retired: number,
): void {
  if (json) {
    io.out(`${jsonText(intents, 2)}\n`);
    return;
  }
  io.out(terminalText(`${renderIntents(intents, retired, createStyle(io.color))}\n`, io.color));
}
