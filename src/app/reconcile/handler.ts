import type { Handler } from '../../adapters/queue/types.ts';
import type { Stack } from '../../config/service/stacks.ts';
import { day, shiftTime } from '../../model/instant.ts';
import { fail, ok, type Problem, type Result } from '../../model/result.ts';
import type { StackRun } from '../../ports/stack-run.ts';
import type { OutboxJob } from '../../ports/store/service-store.ts';
import type { StackKey } from '../../ports/store/stack-key.ts';
import { lastSeenKeys } from '../../ports/store/state/keys.ts';
import { withProposed } from '../../reconcile/memory/proposed.ts';
import type { RunReceipts } from '../receipt/run-receipts.ts';
import { hasReceiptsIn, keepStackReceipts } from '../receipt/stack-runs.ts';
import { wishesBeside } from './beside.ts';
import type { ReconcileDeps, ReconcileJob } from './deps.ts';
import { clearFailure, isPassing, keepFailure, lastFailure, notifyJobs } from './failure.ts';
import { findingsDigest } from './findings.ts';
import { leaseStack } from './lease.ts';
import { countLoss, type Start, staysAside } from './loss.ts';
import { keepModelUse } from './model-use.ts';
import { proposedIn } from './proposed.ts';
import { endLosses, isLoss } from './set-aside.ts';
import { countUnknownOperations, keepUnknown } from './unknown-operations.ts';
import { isForgeBehind, keepLastSent } from './wishes.ts';

/**
 * Scans a stack: its code at the tip of the branch, its state, its logs. What was found, decided
 * and planned is recorded together with the jobs that follow from it.
 */
export function createReconcileHandler(deps: ReconcileDeps): Handler<ReconcileJob> {
  return async (job, signal, id) => {
    const key: StackKey = { tenant: job.tenant, stack: job.stack };
    const stack = deps.stacks.find(
      ({ tenant, name }) => tenant === job.tenant && name === job.stack,
    );
    if (stack === undefined) {
      deps.onEvent({ ...key, kind: 'unknown-stack' });
      return ok(undefined);
    }
    const lease = await leaseStack(deps, job, id);
    if (lease === undefined) {
      deps.onEvent({ ...key, kind: 'busy' });
      return ok(undefined);
    }
    try {
      await lookAtForge(deps, stack, id, signal);
      return await scan(deps, stack, { cause: job.cause, lost: lease.lost }, signal);
    } finally {
      await lease.release();
    }
  };
}

/**
 * Handles what people did on the forge before the run, since the run may no longer want those
 * proposals.
 */
async function lookAtForge(
  { look, onEvent }: ReconcileDeps,
  stack: Stack,
  job: string,
  signal: AbortSignal,
): Promise<void> {
  const looked = await look(stack, { by: `reconcile ${job}`, signal });
  if (looked.ok || signal.aborted) return;
  onEvent({ tenant: stack.tenant, stack: stack.name, kind: 'unhandled', problem: looked.error });
}

async function scan(
  deps: ReconcileDeps,
  stack: Stack,
  { cause, lost }: Pick<Start, 'cause' | 'lost'>,
  signal: AbortSignal,
): Promise<Result<void>> {
  const checkout = await deps.checkouts.open(stack, { signal });
  if (!checkout.ok) return withFailure(deps, stack, checkout.error, signal);
  const { revision, release } = checkout.value;
  try {
    const key: StackKey = { tenant: stack.tenant, stack: stack.name };
    if (await staysAside(deps, stack, { cause, revision, lost })) return ok(undefined);
    const before = await deps.store.runs.latestHead(key);
    const began = deps.now();
    const done = await deps.run({
      stack,
      checkout: checkout.value,
      store: deps.store.project(key),
      log: deps.store.collected(key.tenant),
      answers: await deps.store.answers.list(key),
      wishes: await wishesBeside(deps, stack, revision),
      ...(before === undefined ? {} : { lastRun: before.startedAt }),
      confirms: cause === 'confirm' || cause === 'person',
      ...hasReceiptsIn(deps, key.tenant),
      signal,
    });
    if (!done.ok && isLoss(done.error) && !signal.aborted) {
      return await countLoss(deps, stack, { problem: done.error, revision, began });
    }
    if (!signal.aborted) await endLosses(deps, key);
    if (!done.ok) return await withFailure(deps, stack, done.error, signal);
    const receipts = await keepStackReceipts(deps, stack, done.value);
    if (!receipts.ok) return await withFailure(deps, stack, receipts.error, signal);
    await keep(deps, stack, revision, { ...done.value, named: receipts.value });
    const isConfirmed = cause === 'confirm' || cause === 'person';
    if (isConfirmed && done.value.unexplained !== undefined) await keepConfirmed(deps, key);
    return ok(undefined);
  } finally {
    await release();
  }
}

async function keep(
  deps: ReconcileDeps,
  stack: Stack,
  revision: string,
  done: StackRun & { readonly named: RunReceipts | undefined },
): Promise<void> {
  const { store, onEvent } = deps;
  const key: StackKey = { tenant: stack.tenant, stack: stack.name };
  const planned = deps.plan(done, stack, done.named);
  const { unexplained, shown } = done;
  const record = withProposed(done.record, proposedIn(await store.proposals.list(key, 'all')));
  const findings = findingsDigest(record.report, planned);
  const before = await store.runs.latestHead(key);
  const failure = await lastFailure(store.lastSeen, key);
  const isNews = failure !== undefined || findings !== before?.findings;
  const wishes = { revision, report: record.report, planned };
  const isBehind = await isForgeBehind(deps, stack, wishes);
  const run = await store.runs.keep(
    key,
    {
      ...{ record, revision, findings, planned },
      ...(unexplained === undefined ? {} : { unexplained }),
      ...(shown === undefined ? {} : { shown }),
    },
    ({ id }): readonly OutboxJob[] => [
      ...(isBehind && stack.forge !== undefined
        ? [{ queue: 'propose', job: { ...key, forge: stack.forge, run: id } } as const]
        : []),
      ...(isNews ? notifyJobs(stack, id) : []),
    ],
  );
  // A process that is killed before this notifies once more, which changes nothing.
  if (isBehind) await keepLastSent(deps, stack, wishes);
  if (failure !== undefined) await clearFailure(deps, key);
  await keepUnknown(store.lastSeen, key, record.report, deps.now());
  await keepModelUse(store.lastSeen, key, record.report, deps.now());
  const { drifts } = record.report;
  onEvent({
    ...key,
    kind: 'recorded',
    run: run.id,
    drifts: drifts.length,
    planned: planned.length,
    unknown: countUnknownOperations(record.report).calls,
    isNews,
  });
}

/** Milliseconds for which the time of a confirmation is remembered. */
const memory = 400 * day;

async function keepConfirmed(
  { store, now }: Pick<ReconcileDeps, 'store' | 'now'>,
  { tenant, stack }: StackKey,
): Promise<void> {
  const value = { at: now() };
  const until = shiftTime(value.at, memory);
  await store.lastSeen.put(tenant, lastSeenKeys.confirmed(stack), { value, until });
}

/** The queue retries passing problems only; people are notified of all. */
async function withFailure(
  deps: ReconcileDeps,
  stack: Stack,
  problem: Problem,
  signal: AbortSignal,
): Promise<Result<void>> {
  if (signal.aborted) return fail(problem);
  deps.onEvent({ tenant: stack.tenant, stack: stack.name, kind: 'failed', problem });
  await keepFailure(deps, stack, problem);
  return isPassing(problem) ? fail(problem) : ok(undefined);
}
