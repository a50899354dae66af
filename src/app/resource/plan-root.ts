import { realpath } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, posix, relative, sep } from 'node:path';
import { backendBlock } from '../../code/terraform/config/backend-block.ts';
import { loadConfiguration } from '../../code/terraform/config/load.ts';
import { readProject } from '../../code/terraform/project/read.ts';
import type { InstallPlace } from '../../code/terraform/run/install-place.ts';
import type { Permissions } from '../../code/terraform/run/permitted.ts';
import type { TerraformRunner } from '../../code/terraform/run/types.ts';
import type { PlanRequest } from '../../code/terraform/run/verify-plan.ts';
import { ok, type Result } from '../../model/result.ts';
import type { Io } from '../../ports/io.ts';
import { readState } from '../run/state.ts';

/** A root module, with what is needed to plan it. */
export interface PlanRoot {
  readonly terraform: TerraformRunner;
  /** Request for a plan with files of the root module; an empty text stands for a removed file. */
  readonly request: (
    files: ReadonlyMap<string, string>,
    addresses: readonly string[],
  ) => PlanRequest;
  /** Path relative to the code. */
  readonly folder: string;
}

/** The inputs of a plan of one folder that the code itself may not choose. */
export interface PlanGround {
  readonly workspace: string;
  /** Paths relative to the folder. */
  readonly varFiles: readonly string[];
  /** Location of the state; defaults to that of the backend in the code. */
  readonly state?: string;
  /** Where everything that `init` installs is kept between runs. */
  readonly installs?: InstallPlace;
  /** What a proof may start; defaults to whatever the code names. */
  readonly permissions?: Permissions;
  /** Folder that paths in the code may not lead out of. */
  readonly within?: string;
}

interface RootPlace {
  readonly code: string;
  readonly top: string;
  readonly folder: string;
  readonly ground: PlanGround;
}

/** Reads the root module in a folder, with its state. */
export async function openRoot(
  io: Io,
  { code, top, folder, ground }: RootPlace,
  terraform: TerraformRunner,
): Promise<Result<PlanRoot>> {
  const { workspace, varFiles, permissions, installs } = ground;
  const root = join(await realpath(code), folder);
  const within = relative(top, root).split(sep).join('/');
  const project = await readProject(root, { needsCode: false, top, isClosed: true });
  // Where the code cannot be read, the folder is new and contains only what is to be written.
  const tree = project.ok ? project.value.tree : new Map<string, string>();
  const named = ground.state === undefined ? undefined : { cwd: root, location: ground.state };
  const state = await readState(root, named, undefined, {
    isNeeded: false,
    outside: {
      io,
      workspace,
      ...(ground.within === undefined ? {} : { within: ground.within }),
      backend: () => backendBlock(loadConfiguration(tree).configuration),
    },
  });
  if (!state.ok) return state;
  return ok({
    terraform,
    folder,
    request: (files, addresses) => ({
      // The entire repository, since modules may call other modules in it.
      project: top,
      root: within,
      files: new Map([...files].map(([name, text]) => [posix.join(within, name), text])),
      state: state.value.bytes,
      workspace,
      tempDir: tmpdir(),
      addresses,
      varFiles,
      ...(permissions === undefined ? {} : { permissions }),
      ...(installs === undefined ? {} : { installs }),
    }),
  });
}
