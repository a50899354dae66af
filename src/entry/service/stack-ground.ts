import { realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { createBoundary, declaredResources } from '../../app/resource/boundary.ts';
import { openResources } from '../../app/resource/open.ts';
import { advisorBy, createAdvisor } from '../../app/run/advisor.ts';
import type { AuditInput } from '../../app/run/audit-input.ts';
import { nothingToRead, recordFiles, recordFolder } from '../../app/run/collected-events.ts';
import { externalPolicyPort } from '../../app/run/external-policy.ts';
import type { Ground } from '../../app/run/ground.ts';
import { knownOperations } from '../../app/run/knowledge.ts';
import { rememberedIn } from '../../app/run/remembered.ts';
import type { RootWishes } from '../../app/run/root-wishes.ts';
import { readState } from '../../app/run/state.ts';
import type { NamedStack } from '../../code/terraform/repository/types.ts';
import { milliseconds } from '../../config/duration.ts';
import type { ConfigFile } from '../../config/schema.ts';
import type { Stack } from '../../config/service/stacks.ts';
import { readAuditLogs } from '../../evidence/audit/read.ts';
import { hexDigest } from '../../model/digest.ts';
import { shiftTime } from '../../model/instant.ts';
import { fail, ok, type Problem, type Result } from '../../model/result.ts';
import { displayText } from '../../model/text.ts';
import type { Boundary, DeclaredResources } from '../../ports/boundary.ts';
import type { Io } from '../../ports/io.ts';
import type { StackRunInput, StackWishes } from '../../ports/stack-run.ts';
import type { CollectedLog } from '../../ports/store/collected.ts';
import type { RunPorts, RunStackDeps } from './run-stack.ts';

type GroundDeps = Pick<RunStackDeps, 'home' | 'env' | 'settings' | 'installs' | 'asked' | 'runGit'>;

/**
 * Everything that a run of a stack depends on: its checkout, the service's log and store, and the
 * systems to ask.
 */
export async function stackGround(
  io: Io,
  { stack, checkout, store, log, lastRun, wishes }: StackRunInput,
  { home, env, settings, installs, asked, runGit }: GroundDeps,
  config: ConfigFile,
): Promise<Ground> {
  const { root, top } = checkout;
  const tried = stack.verify === 'plan';
  // The systems to ask and their keys come from the service; the project gets neither.
  const asking: Io = { ...io, env };
  const named = stack.state === undefined ? undefined : { cwd: root, location: stack.state };
  return {
    config,
    code: {
      ...{ root, top, isClosed: true, stacks: stacksBeside(settings, stack) },
      path: `/${stack.root}`,
      boundary: boundaryOf(stack.tenant, { home, env }, asked),
      ...(runGit === undefined ? {} : { runGit }),
    },
    log: {
      events: await stackEvents(log, stack, { now: io.now(), lastRun }),
      known: () => knownOperations(store),
    },
    state: {
      read: ({ isNeeded, workspace, backend }) =>
        readState(root, named, undefined, {
          isNeeded,
          outside: { io, workspace, backend, within: top },
        }),
    },
    judging: {
      advisor: () =>
        asked === undefined
          ? createAdvisor(asking, home, config, { tried })
          : advisorBy(asked.model, config, tried),
      ...(asked === undefined ? externalPolicyPort(asking, home, config) : externalJudge(asked)),
    },
    patching: { alternatives: 3, wishes: await wishesIn(top, wishes) },
    earlier: { remembered: async () => ok(await rememberedIn(store, config, io.now())) },
    terraform: {
      ...(installs !== undefined && {
        installs: join(installs, stackFolder([stack.tenant, stack.name])),
        packages: join(installs, stackFolder([stack.tenant])),
      }),
      permissions: { providers: stack.providers, programs: stack.programs },
    },
  };
}

/** Only stacks of the same tenant may read what the tenant declared. */
function boundaryOf(
  tenant: string,
  { home, env }: Pick<GroundDeps, 'home' | 'env'>,
  asked: RunPorts | undefined,
): Boundary {
  return createBoundary(async (owner) => {
    if (owner !== tenant) return fail(otherTenant(owner));
    if (asked === undefined) return serviceResources(env, home, tenant);
    return asked.resources === undefined ? fail(noResources) : ok(asked.resources);
  });
}

/** The resources of a tenant in the service. Versions that code may contain are kept. */
export async function serviceResources(
  env: Readonly<Record<string, string | undefined>>,
  home: string,
  tenant: string,
): Promise<Result<DeclaredResources>> {
  const desk = await openResources({ env, cwd: home, dir: '.' }, tenant);
  return desk.ok ? ok(declaredResources(desk.value, true)) : desk;
}

function otherTenant(tenant: string): Problem {
  return {
    code: 'resource-tenant',
    message: `It is a resource of ${displayText(tenant, 80)}, which is not the tenant of this stack.`,
    hint: 'Move the file to the repository of that tenant.',
  };
}

const noResources: Problem = {
  code: 'resource-registry',
  message: 'The service has no registry of declared resources.',
  hint: 'Set PARLEY_REGISTRY and PARLEY_KINDS for it.',
};

function externalJudge({ external }: RunPorts): Pick<RunPorts, 'external'> {
  return external === undefined ? {} : { external };
}

/**
 * Separate folders, since other stacks must not read private modules of this one, nor other tenants
 * its providers.
 */
export function stackFolder(whose: readonly string[]): string {
  return hexDigest(JSON.stringify(whose)).slice(0, 32);
}

async function wishesIn(
  top: string,
  wishes: readonly StackWishes[],
): Promise<readonly RootWishes[]> {
  const real = await realpath(top);
  return wishes.map(({ stack: { root, var_files: varFiles, workspace }, goals }) => ({
    root: join(real, root),
    varFiles,
    workspace,
    goals,
  }));
}

/** Stacks on the same branch, which are affected by changes to shared code. */
function stacksBeside(settings: ConfigFile, { repository, branch }: Stack): readonly NamedStack[] {
  return settings.stacks
    .filter((other) => other.repository === repository && other.branch === branch)
    .map(({ root, workspace, var_files: varFiles }) => ({
      folder: root === '.' ? '' : root,
      workspace,
      ...(varFiles.length === 0 ? {} : { varFiles }),
    }));
}

/** Milliseconds by which clocks may differ, or that storing a page may take. */
const overlap = 5 * 60_000;

/** Times are ISO 8601 UTC. */
interface LookedEvents {
  readonly now: string;
  /** When the last run began. */
  readonly lastRun: string | undefined;
}

/**
 * What was collected from the sources of a stack, as far back as the stack looks. Records that
 * arrived after the last run are read however old they are, since no run has seen them.
 */
async function stackEvents(
  log: CollectedLog,
  stack: Stack,
  { now, lastRun }: LookedEvents,
): Promise<AuditInput> {
  const since = shiftTime(now, -milliseconds(stack.since));
  const found = await log.names(since);
  const late = lastRun === undefined ? [] : await log.oldest(shiftTime(lastRun, -overlap));
  const oldest = new Map(late.map(({ source, time }) => [source, time < since ? time : since]));
  const names = [...new Set([...found, ...late.map(({ source }) => source)])]
    .filter((source) => stack.sources?.includes(source) ?? true)
    .sort();
  const title = `what was collected since ${since}`;
  // An empty input is an error for the log reader, but here it only means a quiet period.
  if (names.length === 0) return { items: nothingToRead, title };
  const files = recordFiles(names, (source) => log.read(source, oldest.get(source) ?? since));
  return { items: readAuditLogs([recordFolder], { files }), title };
}
