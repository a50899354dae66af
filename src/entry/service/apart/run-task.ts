import { ConfigFile } from '../../../config/schema.ts';
import type { Stack } from '../../../config/service/stacks.ts';
import type { Checkout } from '../../../ports/checkouts.ts';
import type { StackRunInput } from '../../../ports/stack-run.ts';
import type { RunStackDeps } from '../run-stack.ts';
import type { CodeFolder, RunTask } from './messages.ts';

/** The task to run a stack. */
export async function createRunTask(
  {
    settings,
    home,
    installs,
    incidents,
  }: Pick<RunStackDeps, 'settings' | 'home' | 'installs' | 'incidents'>,
  { stack, checkout, answers, wishes, lastRun, confirms, hasReceipts }: StackRunInput,
  asked: RunTask['asked'],
): Promise<RunTask> {
  return {
    kind: 'run',
    stack,
    checkout: codeFolder(checkout),
    answers,
    wishes: wishes.map(({ stack: { root, var_files, workspace }, goals }) => ({
      stack: { root, var_files, workspace },
      goals,
    })),
    ...(lastRun === undefined ? {} : { lastRun }),
    confirms,
    ...(hasReceipts === undefined ? {} : { hasReceipts: true as const }),
    incidents: await incidents.list(stack.tenant),
    settings: settingsFor(settings, stack),
    home,
    ...(installs === undefined ? {} : { installs }),
    asked,
  };
}

/** What a task needs to know about a checkout. */
export function codeFolder({ revision, top, root }: Checkout): CodeFolder {
  return { revision, top, root };
}

/**
 * The part of the service's settings that a run of this stack needs, with no tokens and nothing of
 * other tenants.
 */
function settingsFor(
  { policy, approvers, model, opa, terraform, stacks }: ConfigFile,
  { repository, branch }: Stack,
): ConfigFile {
  return {
    ...ConfigFile.parse({}),
    policy,
    approvers,
    terraform,
    ...(model === undefined ? {} : { model }),
    ...(opa === undefined ? {} : { opa }),
    // Roots of one repository that may share modules.
    stacks: stacks
      .filter((one) => one.repository === repository && one.branch === branch)
      .map(({ state: _, ...one }) => one),
  };
}
