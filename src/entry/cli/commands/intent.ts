import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { ownTenant } from '../../../adapters/receipt/tenant-folder.ts';
import { hasStore, storeLocation } from '../../../adapters/store/location.ts';
import { whoAnswers } from '../../../app/answer/ask/who.ts';
import { declareIntent } from '../../../app/declare/declare.ts';
import { openHistory, type StackHistory, selectHistory } from '../../../app/history/history.ts';
import { listIntents } from '../../../app/history/intents.ts';
import { openProjectStore } from '../../../app/history/open-store.ts';
import { keepDeclaration } from '../../../app/receipt/declarations.ts';
import { projectReceipts } from '../../../app/receipt/open.ts';
import {
  allDeclarations,
  committedDeclarations,
  type DeclaredFiles,
  storedDeclarations,
} from '../../../app/run/declarations.ts';
import { type DeclareOptions, fromFlags, wrongFlags } from '../../../app/run/declare-flags.ts';
import { DeclarationFile, type WrittenDeclaration } from '../../../config/declarations.ts';
import { readConfig } from '../../../config/read.ts';
import { fail, ok, type Problem, type Result } from '../../../model/result.ts';
import { displayText } from '../../../model/text.ts';
import type { ExitCode, Io } from '../../../ports/io.ts';
import type { StoredDocument, StoredIntent } from '../../../ports/store/run-store.ts';
import { renderIntents } from '../../../present/terminal/intents.ts';
import type { ListedIntent } from '../../../present/terminal/listed-intent.ts';
import { printProblem, printProblems } from '../../../present/terminal/print-problem.ts';
import { jsonText, terminalText } from '../../../present/terminal/safe.ts';
import { createStyle } from '../../../present/terminal/style.ts';
import { readYamlFile } from '../../../text/yaml-file.ts';

/** `parley intent declare`: keeps in the store what somebody wants of a field before they act. */
export async function runDeclare(
  io: Io,
  place: { readonly address: string | undefined; readonly field: string | undefined },
  options: DeclareOptions,
): Promise<ExitCode> {
  const expect = expectedIntent(options);
  if (!expect.ok) return printProblem(io, expect.error);
  const entries =
    options.file === undefined
      ? fromFlags(place, options)
      : await fromFile(io, options.file, place.address);
  if (!entries.ok) return printProblem(io, entries.error);
  const location = storeLocation(resolve(io.cwd, options.dir), io.env['PARLEY_STORE']);
  if (!(await hasStore(location))) return printProblem(io, noStore(options.dir));
  const store = await openProjectStore(io, options.dir);
  if (!store.ok) return printProblem(io, store.error);
  try {
    const by = await whoAnswers(io, resolve(io.cwd, options.dir));
    const place = { receipts: projectReceipts(io, options.dir), tenant: ownTenant, by };
    const sign = (declared: StoredDocument) => keepDeclaration(place, declared);
    const deps = {
      ...{ store: store.value, report: undefined, now: io.now(), isTrial: false, sign },
      expect: expect.value,
    };
    for (const entry of entries.value) {
      const declared = await declareIntent(deps, entry);
      if (!declared.ok) return printProblem(io, declared.error);
      const { id } = declared.value;
      const line = `Declared ${id}: ${[entry.at, entry.field].filter((one) => one !== undefined).join(' ')}, ${entry.because}`;
      io.out(`${displayText(line, 300)}\n`);
    }
  } finally {
    await store.value.close();
  }
  return 0;
}

/**
 * `--expect` names the version that one declaration replaces, so it cannot be combined with a file
 * of several.
 */
function expectedIntent({ expect, file }: DeclareOptions): Result<string | undefined> {
  if (expect === undefined) return ok(undefined);
  if (file !== undefined)
    return fail(wrongFlags('--expect applies to one declaration, not to --file'));
  if (/^(?:none|i-[0-9a-f]{12})$/.test(expect)) return ok(expect);
  return fail(wrongFlags('--expect takes the id of a declaration, or none'));
}

async function fromFile(
  io: Io,
  file: string,
  address: string | undefined,
): Promise<Result<readonly WrittenDeclaration[]>> {
  if (address !== undefined) return fail(wrongFlags('--file has its own addresses and fields'));
  const text = await readFile(resolve(io.cwd, file), 'utf8').catch(() => undefined);
  if (text === undefined) {
    return fail({
      code: 'declarations-not-found',
      message: 'The file with declarations cannot be read.',
      place: { file },
      hint: 'Give an existing YAML file with a list called declarations.',
    });
  }
  const read = readYamlFile(text, file, DeclarationFile);
  return read.ok ? ok(read.value.declarations) : read;
}

function noStore(dir: string): Problem {
  return {
    code: 'no-store',
    message: 'There is no store to keep it in.',
    place: { file: dir },
    hint: 'Run `parley init` once, set PARLEY_STORE, or write it under declarations in parley.yaml.',
  };
}

export interface ListOptions {
  readonly dir: string;
  readonly stack?: string;
  readonly config?: string;
  readonly all?: boolean;
  readonly json?: boolean;
}

/** `parley intent list`: lists declared and inferred intents, each with its state. */
export async function runIntentList(io: Io, options: ListOptions): Promise<ExitCode> {
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
