import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createPlanHere } from '../../../app/converge/plan-here.ts';
import { loadShipped } from '../../../app/run/shipped.ts';
import type { ServiceSettings } from '../../../app/stack/settings.ts';
import { chooseProgram } from '../../../app/verify/program.ts';
import { fail, ok, type Result } from '../../../model/result.ts';
import type { Io } from '../../../ports/io.ts';
import type { ServiceStore } from '../../../ports/store/service-store.ts';
import { createBranchJudge } from '../judge-branch.ts';
import { createRunStack, quietIo } from '../run-stack.ts';
import { stackEnvironment } from '../stack-environment.ts';
import { createTryChange } from '../try-change.ts';
import { closeFolder, openAccount, shutOut } from './account.ts';
import { type ApartRuns, apartProgram, createApart } from './run-apart.ts';

/** Opens what reads code, for one process of the service. */
export async function openApart({
  io,
  settings: { settings, written, root, repositories, store: place },
  store,
  now,
}: {
  readonly io: Io;
  readonly settings: ServiceSettings;
  readonly store: Pick<ServiceStore, 'incidents'>;
  /** ISO 8601 UTC with milliseconds. */
  readonly now: () => string;
}): Promise<Result<ApartRuns>> {
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
  const { account: name } = settings.limits.run;
  const account = name === undefined ? undefined : await openAccount(name);
  if (account?.ok === false) return account;
  if (account !== undefined && place.kind === 'folder') {
    await closeFolder(place.path, [repositories, deps.installs]);
  }
  if (account !== undefined) {
    await mkdir(repositories, { recursive: true });
    const problem = await shutOut(account.value, repositories);
    if (problem !== undefined) return fail(problem);
  }
  if (program !== undefined) {
    const own = account === undefined ? {} : { account: account.value };
    return ok(createApart({ ...deps, io, program, ...own }));
  }
  // When running from sources, there is no compiled program to start.
  const here = { ...deps, shipped: loadShipped() };
  const judge = createBranchJudge((root, tree) =>
    chooseProgram(io, root, tree, settings.terraform.binary),
  );
  return ok({
    run: createRunStack(here),
    judge,
    tryChange: createTryChange(here),
    converge: createPlanHere({
      io: quietIo({ ...io, env: stackEnvironment(io.env, written) }),
      terraform: settings.terraform,
    }),
    close: () => undefined,
  });
}
