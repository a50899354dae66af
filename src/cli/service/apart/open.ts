import { dirname, join } from 'node:path';
import type { ServiceStore } from '../../../service/ports/store.ts';
import type { Io } from '../../io.ts';
import { judgeBranch } from '../judge-branch.ts';
import { createRunStack } from '../run-stack.ts';
import type { ServiceSettings } from '../settings.ts';
import { type Apart, apartProgram, createApart } from './run-apart.ts';

/** What looks at code, for one process of the service. */
export function openApart({
  io,
  settings: { settings, written, root, repositories },
  store,
  now,
}: {
  readonly io: Io;
  readonly settings: ServiceSettings;
  readonly store: Pick<ServiceStore, 'incidents'>;
  /** ISO 8601 UTC with milliseconds. */
  readonly now: () => string;
}): Apart {
  const deps = {
    settings,
    written,
    home: root,
    env: io.env,
    now,
    elapsed: io.elapsed,
    incidents: store.incidents,
    installs: join(dirname(repositories), 'installs'),
  };
  const program = apartProgram();
  if (program !== undefined) return createApart({ ...deps, io, program });
  // From its sources there is no program to start.
  return { run: createRunStack(deps), judge: judgeBranch, close: () => undefined };
}
