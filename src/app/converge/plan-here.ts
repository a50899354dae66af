import { rm } from 'node:fs/promises';
import { join, posix } from 'node:path';
import { identifyProgram } from '../../code/terraform/run/locate.ts';
import type { ConfigFile } from '../../config/schema.ts';
import { Stack } from '../../config/service/stacks.ts';
import type { Result } from '../../model/result.ts';
import type { Io } from '../../ports/io.ts';
import { type CodeAsk, planCode } from '../resource/plan-code.ts';
import type { PlanGround } from '../resource/plan-root.ts';
import { provePlan, touchedFolders } from '../resource/prove-plan.ts';
import type { SyncPlan } from '../resource/sync.ts';
import { openTerraform, terraformBinary } from '../verify/open.ts';
import type { PlanConvergence, PlanTerms } from './deps.ts';

/** The environment in which Terraform runs. */
export interface PlanPlace {
  readonly io: Io;
  readonly terraform: ConfigFile['terraform'];
  /**
   * Folder in which everything that Terraform installs for this repository is kept between runs.
   */
  readonly installs?: string | undefined;
}

/** Plans changes to the code in this process. */
export function createPlanHere(place: PlanPlace): PlanConvergence {
  return ({ checkout: { root, top }, desk, areas, plans }) =>
    planConvergence(place, { ...desk, root }, { top, areas, plans });
}

/** What has to be written into a checkout. With `plans`, only what a Terraform plan proves. */
export async function planConvergence(
  { io, terraform: settings, installs }: PlanPlace,
  code: Omit<CodeAsk, 'areas' | 'isForced'>,
  terms: {
    readonly top: string;
    readonly areas: readonly string[] | undefined;
    readonly plans: PlanTerms | undefined;
  },
): Promise<Result<SyncPlan>> {
  const { top, areas, plans } = terms;
  const here = areas === undefined ? {} : { areas: new Set(areas) };
  const planned = await planCode({ ...code, ...here, isForced: false });
  if (!planned.ok || plans === undefined || planned.value.files.length === 0) return planned;
  for (const folder of touchedFolders(planned.value.files)) {
    // Terraform would run programs in there as installed providers. None may come from the
    // repository.
    await rm(join(code.root, folder, '.terraform'), { recursive: true, force: true });
  }
  const terraform = await openTerraform(io, { verify: 'plan' }, settings);
  if (!terraform.ok) return terraform;
  const product = identifyProgram(terraformBinary(io, settings) ?? '');
  const day = io.now().slice(0, 10);
  const ground = (folder: string): PlanGround => {
    const own = planGround(plans, top, folder);
    if (installs === undefined) return own;
    const place = { folder: join(installs, folder.replaceAll('/', '_')), day, product };
    return { ...own, installs: place };
  };
  return provePlan(io, code.root, planned.value, terraform.value, ground);
}

/** The settings for a folder that is not the root of any stack. */
const unwatched: Pick<Stack, 'workspace' | 'var_files' | 'providers' | 'programs' | 'state'> =
  Stack.pick({ workspace: true, var_files: true, providers: true, programs: true }).parse({});

/** The settings of the stack whose root the folder is, or the defaults where there is none. */
function planGround({ root, stacks }: PlanTerms, top: string, folder: string): PlanGround {
  const own = posix.join(root, folder);
  const stack = stacks.find((one) => one.root === own);
  const { workspace, var_files, state, providers, programs } = stack ?? unwatched;
  return {
    within: top,
    workspace,
    varFiles: var_files,
    permissions: { providers, programs },
    ...(state === undefined ? {} : { state }),
  };
}
