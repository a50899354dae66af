import { resolve } from 'node:path';
import { hasStore, storeLocation } from '../../adapters/store/location.ts';
import type { Problem } from '../../model/result.ts';
import type { ExitCode, Io } from '../../ports/io.ts';
import type { Store } from '../../ports/store/run-store.ts';
import { printProblem } from '../../present/terminal/print-problem.ts';
import { openProjectStore } from './open-store.ts';

/**
 * Opens the store of a project for `work`, and closes it afterwards. `what` completes `There is no
 * store that ...`.
 */
export async function withStore(
  io: Io,
  dir: string,
  what: string,
  work: (store: Store) => Promise<ExitCode>,
): Promise<ExitCode> {
  const location = storeLocation(resolve(io.cwd, dir), io.env['PARLEY_STORE']);
  if (!(await hasStore(location))) {
    return printProblem(io, noProjectStore(dir, what));
  }
  const store = await openProjectStore(io, dir);
  if (!store.ok) return printProblem(io, store.error);
  try {
    return await work(store.value);
  } finally {
    await store.value.close();
  }
}

export function noProjectStore(dir: string, what: string): Problem {
  return {
    code: 'no-store',
    message: `There is no store that ${what}.`,
    place: { file: dir },
    hint: 'Run `parley init` once, or set PARLEY_STORE to a PostgreSQL URL; runs are recorded from then on.',
  };
}
