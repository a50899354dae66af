import { resolve } from 'node:path';
import { hasDatabase, hasStore, storeLocation } from '../../adapters/store/location.ts';
import { readPlacedConfig } from '../../config/read.ts';
import { resolvePlaces } from '../../config/service/resolved.ts';
import { fail, ok, type Problem, type Result } from '../../model/result.ts';
import { displayText } from '../../model/text.ts';
import type { ExitCode, Io } from '../../ports/io.ts';
import type { Store } from '../../ports/store/run-store.ts';
import type { StackKey } from '../../ports/store/stack-key.ts';
import { printProblem } from '../../present/terminal/print-problem.ts';
import { readServiceSettings, type ServiceSettings } from '../stack/settings.ts';
import { openProjectStore } from './open-store.ts';
import { noProjectStore } from './with-store.ts';

/** Selects the history that a command reads. */
export interface HistoryOptions {
  /** Folder of a root module, or of the service. */
  readonly dir: string;
  /** A stack of the service, by its name or by `TENANT/NAME`. */
  readonly stack?: string;
}

/** The project in the folder itself, or a stack that the service in the folder watches. */
export type StackHistory =
  | { readonly kind: 'project' }
  | { readonly kind: 'stack'; readonly key: StackKey; readonly service: ServiceSettings };

/**
 * The history that the options select. Without a stack it is the project's own. In the folder of a
 * service where no project ever ran, it is the only stack that the service watches.
 */
export async function selectHistory(
  io: Io,
  { dir, stack }: HistoryOptions,
): Promise<Result<StackHistory, readonly Problem[]>> {
  if (stack === undefined && !(await isOnlyService(io, dir))) return ok({ kind: 'project' });
  const service = await readServiceSettings(io, { dir }, resolvePlaces);
  if (!service.ok) return service;
  const { stacks } = service.value.settings;
  const keys = stacks.map(({ tenant, name }) => ({ tenant, stack: name }));
  const meant = keys.filter(
    (key) => stack === undefined || key.stack === stack || `${key.tenant}/${key.stack}` === stack,
  );
  const [key, ...more] = meant;
  if (key !== undefined && more.length === 0) {
    return ok({ kind: 'stack', key, service: service.value });
  }
  return fail([whichStack(dir, keys, stack)]);
}

/**
 * Opens the selected history for `work`, and closes it afterwards. `what` completes `There is no
 * store that ...`.
 */
export async function withHistory(
  io: Io,
  options: HistoryOptions,
  what: string,
  work: (store: Store, history: StackHistory) => Promise<ExitCode>,
): Promise<ExitCode> {
  const history = await selectHistory(io, options);
  if (!history.ok) {
    for (const problem of history.error) printProblem(io, problem);
    return 1;
  }
  const store = await openHistory(io, options.dir, history.value, what);
  if (!store.ok) return printProblem(io, store.error);
  try {
    return await work(store.value, history.value);
  } finally {
    await store.value.close();
  }
}

/** Opens the store of a history, or connects to the service that has it open. */
export async function openHistory(
  io: Io,
  dir: string,
  history: StackHistory,
  what: string,
): Promise<Result<Store>> {
  const location =
    history.kind === 'stack'
      ? history.service.store
      : storeLocation(resolve(io.cwd, dir), io.env['PARLEY_STORE']);
  // The service's database is never in the folder that commands use.
  const isThere =
    history.kind === 'stack' && location.kind === 'folder'
      ? hasDatabase(location.path)
      : hasStore(location);
  if (!(await isThere)) return fail(noProjectStore(dir, what));
  if (history.kind === 'project') return openProjectStore(io, dir);
  const { connectStore } = await import('../../adapters/store/connect.ts');
  return connectStore(location, { ...history.key, timeout: 30_000 });
}

/** True for a folder whose settings name stacks and where nothing was run by hand. */
async function isOnlyService(io: Io, dir: string): Promise<boolean> {
  const root = resolve(io.cwd, dir);
  const config = await readPlacedConfig(root, undefined);
  // Commands that need the settings report what is wrong with them.
  if (!config.ok || config.value.value.stacks.length === 0) return false;
  if (!(await hasStore(storeLocation(root, io.env['PARLEY_STORE'])))) return true;
  const store = await openProjectStore(io, dir);
  if (!store.ok) return false;
  try {
    return (await store.value.latestRun()) === undefined;
  } finally {
    await store.value.close();
  }
}

function whichStack(dir: string, keys: readonly StackKey[], asked: string | undefined): Problem {
  const tenants = new Set(keys.map(({ tenant }) => tenant));
  const names = keys.map(({ tenant, stack }) => (tenants.size > 1 ? `${tenant}/${stack}` : stack));
  const known = names.map((name) => displayText(name, 100)).join(', ');
  return {
    code: 'which-stack',
    message:
      asked === undefined
        ? 'The service of this folder watches several stacks.'
        : `The service of this folder does not have exactly one stack ${displayText(asked, 100)}.`,
    place: { file: dir },
    hint: known === '' ? 'Its parley.yaml names no stacks.' : `Give --stack one of ${known}.`,
  };
}
