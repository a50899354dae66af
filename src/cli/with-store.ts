import { resolve } from 'node:path';
import type { Problem } from '../model/result.ts';
import type { Store } from '../pipeline/store.ts';
import { hasStore, storeLocation } from '../store/location.ts';
import type { ExitCode, Io } from './io.ts';
import { openProjectStore } from './open-store.ts';
import { printProblem } from './print-problem.ts';

/** Works on the store of a project, and closes it again. `what` ends `There is no store that ...`. */
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
