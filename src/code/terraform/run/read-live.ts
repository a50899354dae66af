import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Result } from '../../../model/result.ts';
import { fail, ok } from '../../../model/result.ts';
import { compareText } from '../../../model/text.ts';
import type { PlanCopy } from './copy.ts';
import { type PlanDiagnostic, unreadPlanProblem } from './diagnostics.ts';
import { isUnprepared } from './failure.ts';
import { type CopyRequest, inCopy } from './in-copy.ts';
import { changedResources, type LiveReading, type Unread } from './live.ts';
import type { PlannedChange } from './plan.ts';
import type { PlanEvents } from './plan-events.ts';
import { planInputs } from './plan-inputs.ts';
import { type PlannedStates, plannedStates } from './saved/states.ts';
import type { SeenDifferences } from './seen.ts';
import { marksSecrets, stateDrift } from './state-drift.ts';
import type { PlanOptions, TerraformRunner } from './types.ts';

export interface ReadLiveRequest extends CopyRequest {
  /** Instances to read, or the entire state. */
  readonly addresses: readonly string[] | 'all';
  /** All instances, used to read the rest if some cannot be read. */
  readonly managed?: readonly ManagedInstance[];
  /**
   * Patched files for the same addresses, so that the plan made for reading may also prove the
   * patches.
   */
  readonly ahead?: ReadonlyMap<string, string>;
  /** Work to do while Terraform reads. */
  readonly meanwhile?: () => Promise<void>;
}

/** An instance in the state that a provider can read. */
export interface ManagedInstance {
  readonly address: string;
  /** The address without the instance key. */
  readonly resourceAddress: string;
  /** Resources that are read together with it. */
  readonly dependencies: readonly string[];
}

/** Maximum number of attempts at reading the rest without what could not be read. */
const maxAttempts = 3;

/**
 * Has the provider read resources in a copy of the project and its state. The time depends on the
 * number of addresses. A resource that cannot be read is left out and reported.
 */
export async function readLive(
  terraform: TerraformRunner,
  request: ReadLiveRequest,
): Promise<Result<LiveReading>> {
  const { addresses, ahead: files } = request;
  if (addresses.length === 0) return ok({ changed: new Map(), unread: [] });
  if (files !== undefined) {
    const ahead = await inCopy(terraform, { ...request, files }, (copy) =>
      planBefore(terraform, copy, request, files),
    );
    if (ahead.ok && ahead.value.isKept)
      return reading(changedAmong(ahead.value.drift, addresses), []);
  }
  return inCopy(terraform, request, (copy) => readCopy(terraform, copy, request));
}

async function readCopy(
  terraform: TerraformRunner,
  copy: PlanCopy,
  request: ReadLiveRequest,
): Promise<Result<LiveReading>> {
  const { addresses } = request;
  const ahead = await planBefore(terraform, copy, request);
  if (ahead.ok) return reading(changedAmong(ahead.value.drift, addresses), []);
  if (ahead.error.code !== 'terraform-failed' || isUnprepared(ahead.error)) return ahead;
  // Even if planning fails, most or all resources may still be readable.
  const unread: Unread[] = [];
  let targets = addresses;
  for (let attempt = 1; ; attempt += 1) {
    const done = await terraform.refresh(copy.dir, refreshOptions(request, targets));
    if (!done.ok) return done;
    if (done.value.isSame === true) return reading(new Map(), unread);
    if (done.value.errors.length === 0) break;
    const { managed = [] } = request;
    const asked = targets === 'all' ? managed.map(({ address }) => address) : targets;
    const failed = failedAmong(done.value.errors, asked, managed);
    if (failed.length === 0 || attempt === maxAttempts) {
      return fail(wholeProblem(done.value.errors, request));
    }
    unread.push(...failed);
    const without = new Set(failed.map(({ address }) => address));
    targets = asked.filter((address) => !without.has(address));
    if (targets.length === 0) return reading(new Map(), unread);
  }
  const plan = await terraform.showPlan(copy.dir, planFile);
  if (!plan.ok) return plan;
  return reading(changedAmong(plan.value.resourceDrift, targets), unread);
}

interface PriorPlan {
  readonly drift: readonly PlannedChange[];
  /** True if the copy has the refreshed state. */
  readonly isKept: boolean;
}

/**
 * Makes an ordinary plan, which shows the live values as well as what Terraform would do: without
 * any patch, or with `patched` files, which must not affect what providers read. Afterwards the
 * copy has the refreshed state.
 */
async function planBefore(
  terraform: TerraformRunner,
  copy: PlanCopy,
  request: ReadLiveRequest,
  patched?: ReadonlyMap<string, string>,
): Promise<Result<PriorPlan>> {
  const { addresses: targets, meanwhile } = request;
  let beside: Promise<unknown> | undefined;
  const planned = await terraform.plan(copy.dir, {
    ...refreshOptions(request, targets),
    // If this work fails, it fails again where its result is needed.
    ...(meanwhile && { onStarted: () => (beside = Promise.allSettled([meanwhile()])) }),
  });
  await beside;
  if (!planned.ok) return planned;
  const events = planned.value;
  const states = await plannedStates(join(copy.dir, planFile));
  const found = await driftIn(terraform, copy, events, states);
  if (!found.ok) return found;
  const { drift } = found.value;
  if (states === undefined) return ok({ drift, isKept: false });
  await writeFile(copy.stateFile, states.refreshed, { mode: 0o600 });
  const refreshed = new Set(events.refreshed);
  copy.seen = {
    ...{ targets, refreshed, file: planFile, ...found.value },
    ...(patched && { patched: { files: patched, events } }),
  };
  return ok({ drift, isKept: true });
}

/**
 * The drift, from the states in the plan if they are sufficient, otherwise from `terraform show`.
 */
async function driftIn(
  terraform: TerraformRunner,
  { dir }: PlanCopy,
  { drifted, terraform: version }: PlanEvents,
  states: PlannedStates | undefined,
): Promise<Result<Pick<SeenDifferences, 'drift' | 'plan'>>> {
  if (drifted.length === 0) return ok({ drift: [] });
  const drift = states && marksSecrets(version) ? stateDrift(states, drifted) : undefined;
  if (drift !== undefined) return ok({ drift });
  const plan = await terraform.showPlan(dir, planFile);
  return plan.ok ? ok({ drift: plan.value.resourceDrift, plan: plan.value }) : plan;
}

function changedAmong(
  drift: readonly PlannedChange[],
  targets: readonly string[] | 'all',
): LiveReading['changed'] {
  const asked = targets === 'all' ? undefined : new Set(targets);
  return changedResources(drift, (address) => asked?.has(address) ?? true);
}

function reading(changed: LiveReading['changed'], unread: readonly Unread[]): Result<LiveReading> {
  return ok({ changed, unread: unread.toSorted((a, b) => compareText(a.address, b.address)) });
}

const planFile = 'parley.live.tfplan';

function refreshOptions(request: ReadLiveRequest, targets: readonly string[] | 'all'): PlanOptions {
  return { ...planInputs(request, targets), out: planFile };
}

/**
 * The requested resources that cannot be read, and those that can only be read together with them.
 */
function failedAmong(
  errors: readonly PlanDiagnostic[],
  targets: readonly string[],
  managed: readonly ManagedInstance[],
): readonly Unread[] {
  const instances = new Map(managed.map((each) => [each.address, each]));
  const broken = new Map<string, PlanDiagnostic>();
  for (const error of errors) if (error.address !== undefined) broken.set(error.address, error);
  const resources = new Map(
    [...broken].map(([address, error]) => [
      instances.get(address)?.resourceAddress ?? address,
      error,
    ]),
  );
  return targets.flatMap((address): readonly Unread[] => {
    const names = instances.get(address)?.dependencies ?? [];
    const error = broken.get(address) ?? names.flatMap((name) => resources.get(name) ?? []).at(0);
    return error === undefined ? [] : [{ address, problem: unreadPlanProblem(error, address) }];
  });
}

function wholeProblem(
  errors: readonly PlanDiagnostic[],
  { project }: ReadLiveRequest,
): ReturnType<typeof unreadPlanProblem> {
  const summaries = [...new Set(errors.map(({ summary }) => summary))].slice(0, 3).join('; ');
  return {
    code: 'read-back-failed',
    message: `Terraform could not read the resources back: ${summaries}`,
    place: { file: project },
    hint: /credential|authenticat|ExpiredToken|AccessDenied|token/i.test(summaries)
      ? 'Check the credentials of the provider.'
      : 'Run `terraform plan -refresh-only` in the project to see the whole message.',
  };
}
