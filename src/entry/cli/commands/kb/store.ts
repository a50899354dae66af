import { withStore } from '../../../../app/history/with-store.ts';
import type { ExitCode, Io } from '../../../../ports/io.ts';
import type { Store } from '../../../../ports/store/run-store.ts';

/** Opens the store of a project for `work` on what was learned. */
export function withKnowledge(
  io: Io,
  dir: string,
  work: (store: Store) => Promise<ExitCode>,
): Promise<ExitCode> {
  return withStore(io, dir, 'keeps what was learned', work);
}
