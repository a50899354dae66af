import { posix } from 'node:path';
import type { Handler } from '../../adapters/queue/types.ts';
import { type GitopsSettings, gitopsSource, watchingStacks } from '../../config/service/gitops.ts';
import { fail, ok, type Problem, type Result } from '../../model/result.ts';
import { compareText } from '../../model/text.ts';
import type { Jobs } from '../../ports/jobs.ts';
import { leaseKeys } from '../../ports/store/state/keys.ts';
import { acquireLease } from '../lease/lease.ts';
import { keepTemplates, publishDue } from '../resource/converge.ts';
import type { ResourceServices } from '../resource/open.ts';
import { keepPushReceipt } from '../resource/receipt.ts';
import type { RefusedSync, SyncPlan } from '../resource/sync.ts';
import { type CodeChange, codeChanges, resourceBranch } from './change.ts';
import { closeNeedless } from './close.ts';
import type { CodeConvergence, ConvergeContext, ConvergeDeps } from './deps.ts';
import { convergeJobs } from './jobs.ts';
import { keepConverged } from './keep-converged.ts';
import { proposeResource } from './propose.ts';
import { pushChanges } from './push.ts';

/**
 * Brings what a tenant declared into the code of a repository, as `parley sync` does: as commits or
 * pull requests, one for each resource. Every step may be repeated, and lines that people wrote
 * stay.
 */
export function createConvergeHandler(deps: ConvergeDeps): Handler<Jobs['converge']> {
  return async ({ tenant, gitops: name }, signal, id) => {
    const settings = deps.gitops.find((one) => one.tenant === tenant && one.name === name);
    if (settings === undefined) {
      deps.onEvent({ tenant, gitops: name, kind: 'unknown-gitops' });
      return ok(undefined);
    }
    const lease = await acquireLease(deps, { tenant, key: leaseKeys.converge(name), job: id });
    if (lease === undefined) return fail(busy);
    try {
      const done = await converge(deps, settings, signal);
      if (!done.ok) deps.onEvent({ tenant, gitops: name, kind: 'failed', problem: done.error });
      return done;
    } finally {
      await lease.release();
    }
  };
}

async function converge(
  deps: ConvergeDeps,
  settings: GitopsSettings,
  signal: AbortSignal,
): Promise<Result<void>> {
  const scope = await openScope(deps, settings, signal);
  if (!scope.ok) return scope;
  const desk = await deps.resources(settings.tenant);
  if (!desk.ok) return desk;
  const planned = await look(scope.value, desk.value, signal);
  if (!planned.ok) return planned;
  const settled = await settle(scope.value, desk.value, planned.value);
  if (!settled.ok) return settled;
  const changes = codeChanges(settings, planned.value.files);
  const delivered = await deliver(scope.value, changes, planned.value.refused, signal);
  if (!delivered.ok) return delivered;
  return finish(scope.value, planned.value, delivered.value);
}

async function openScope(
  deps: ConvergeDeps,
  settings: GitopsSettings,
  signal: AbortSignal,
): Promise<Result<ConvergeContext>> {
  const source = gitopsSource(settings);
  const forge = deps.forges.of(source);
  if (!forge.ok) return forge;
  const credential = await forge.value?.gitCredential();
  if (credential?.ok === false) return credential;
  const mirror = await deps.checkouts.mirror(source, { signal });
  if (!mirror.ok) return mirror;
  const { gitDir, tip: base } = mirror.value;
  const target = { gitDir, url: settings.repository, credential: credential?.value, base, signal };
  return ok({ deps, settings, forge: forge.value, target });
}

/** What has to be written, compared with the code at the tip. */
async function look(
  { deps, settings, target }: ConvergeContext,
  desk: ResourceServices,
  signal: AbortSignal,
): Promise<Result<SyncPlan>> {
  const source = gitopsSource(settings);
  const checkout = await deps.checkouts.open(source, { revision: target.base, signal });
  if (!checkout.ok) return checkout;
  const { areas, verify, root } = settings;
  const plans = { gitops: settings.name, root, stacks: watchingStacks(settings, deps.stacks) };
  try {
    return await deps.plan({
      ...{ checkout: checkout.value, desk, signal },
      ...(areas === undefined ? {} : { areas }),
      ...(verify === 'plan' ? { plans } : {}),
    });
  } finally {
    await checkout.value.release();
  }
}

/** Publishes what the code already has, and keeps the templates that files are made from. */
async function settle(
  { deps, settings: { tenant, name } }: ConvergeContext,
  desk: ResourceServices,
  { due, files }: SyncPlan,
): Promise<Result<undefined>> {
  const published = await publishDue(desk, due, false);
  if (!published.ok) return published;
  const place = { receipts: deps.receipts, tenant, store: desk.store };
  for (const push of published.value) {
    const made = { ...push, by: `gitops:${name}`, time: deps.now() };
    const kept = await keepPushReceipt(place, made);
    if (!kept.ok) return kept;
  }
  if (due.length > 0) {
    const others = deps.gitops.filter((one) => one.tenant === tenant && one.name !== name);
    await deps.store.outbox.put(convergeJobs(others, deps.now()));
  }
  return keepTemplates(desk, files);
}

async function deliver(
  scope: ConvergeContext,
  changes: readonly CodeChange[],
  refused: readonly RefusedSync[],
  signal: AbortSignal,
): Promise<Result<readonly CodeConvergence[]>> {
  const { settings, forge, deps } = scope;
  if (settings.deliver === 'push') {
    const pushed = await pushChanges(scope, changes);
    if (!pushed.ok || forge === undefined) return pushed;
    const closed = await closeNeedless(scope, forge, new Set());
    return closed.ok ? pushed : closed;
  }
  if (forge === undefined) return fail(noForge(settings.name));
  const standings: CodeConvergence[] = [];
  for (const change of changes) {
    if (signal.aborted) return fail(givenUp);
    const done = await proposeResource(scope, forge, change, deps.now());
    if (!done.ok) return done;
    standings.push(done.value);
  }
  // A resource that cannot be written now may be written later, so its proposal stays open.
  const waiting = refused.map(({ name }) => resourceBranch(settings, name));
  const needed = new Set([...waiting, ...changes.map(({ branch }) => branch)]);
  const closed = await closeNeedless(scope, forge, needed);
  return closed.ok ? ok(standings) : closed;
}

async function finish(
  scope: ConvergeContext,
  { current, refused }: SyncPlan,
  delivered: readonly CodeConvergence[],
): Promise<Result<void>> {
  const { settings, deps } = scope;
  const { tenant, name: gitops, root } = settings;
  const own = { tenant, gitops };
  const whole = (path: string) => posix.join(root, path);
  const standings: readonly CodeConvergence[] = [
    ...current.map((one): CodeConvergence => ({ ...one, standing: 'current' })),
    ...delivered,
    ...refused.map(refusedStanding),
  ].map((one) => ({ ...one, path: whole(one.path) }));
  for (const { name, standing, because = '' } of standings) {
    if (standing !== 'refused') continue;
    deps.onEvent({ ...own, kind: 'refused', resource: name, reason: because });
  }
  await keepConverged(
    scope,
    standings.toSorted((a, b) => compareText(a.name, b.name)),
  );
  const count = (standing: CodeConvergence['standing']) =>
    delivered.filter((one) => one.standing === standing).length;
  const counts = {
    written: count('current'),
    proposed: count('proposed'),
    current: current.length,
  };
  deps.onEvent({ ...own, kind: 'converged', ...counts });
  return ok(undefined);
}

function refusedStanding({ name, path, because, conflicts }: RefusedSync): CodeConvergence {
  const [first] = conflicts;
  const changed =
    first === undefined
      ? 'Somebody else wrote this file.'
      : `A person changed ${first.what} in line ${first.line}, which is kept.`;
  return { name, path, standing: 'refused', because: because ?? changed };
}

const busy: Problem = {
  code: 'converge-busy',
  message: 'Another job is working on this repository.',
  hint: 'It is tried again.',
};

const givenUp: Problem = { code: 'converge-given-up', message: 'It is no longer wanted.' };

function noForge(name: string): Problem {
  return {
    code: 'no-forge',
    message: `No forge is set up for ${name}.`,
    hint: 'Name one, or set deliver to push.',
  };
}
