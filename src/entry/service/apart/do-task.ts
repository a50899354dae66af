import { sentRun } from '../../../adapters/store/remote/client.ts';
import { planConvergence } from '../../../app/converge/plan-here.ts';
import type { BranchJudgment } from '../../../app/guard/deps.ts';
import { resourceKinds } from '../../../app/resource/kinds.ts';
import type { SyncPlan } from '../../../app/resource/sync.ts';
import type { WouldHappen } from '../../../app/trial/would-happen.ts';
import { chooseProgram } from '../../../app/verify/program.ts';
import { ConfigFile } from '../../../config/schema.ts';
import { fail, ok, type Result } from '../../../model/result.ts';
import type { Checkout } from '../../../ports/checkouts.ts';
import type { StackRunInput } from '../../../ports/stack-run.ts';
import type { Store } from '../../../ports/store/run-store.ts';
import { createBranchJudge } from '../judge-branch.ts';
import { createRunStack, quietIo, type RunStackDeps, withoutFolder } from '../run-stack.ts';
import { createTryChange } from '../try-change.ts';
import {
  type BorrowedCall,
  borrowedCatalogue,
  borrowedJudge,
  borrowedModel,
  borrowedReceipts,
  borrowedResources,
  borrowedStore,
} from './borrowed.ts';
import type {
  ApartTask,
  CodeFolder,
  ConvergeTask,
  JudgeTask,
  RunTask,
  SentStackRun,
  TrialTask,
} from './messages.ts';

/** What a task needs from the process that does it. */
export interface TaskDeps {
  readonly call: BorrowedCall;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** ISO 8601 UTC. */
  readonly now: () => string;
  /** Milliseconds; only differences are meaningful. */
  readonly elapsed: () => number;
  readonly signal: AbortSignal;
}

/** Does the task with the methods that are lent for it. */
export function doTask(
  task: ApartTask,
  deps: TaskDeps,
): Promise<Result<SentStackRun> | Result<BranchJudgment> | Result<WouldHappen> | Result<SyncPlan>> {
  const store = borrowedStore(deps.call);
  switch (task.kind) {
    case 'run':
      return runStack(task, deps, store);
    case 'judge':
      return judge(task, deps, store);
    case 'trial':
      return createTryChange(runDeps(task, deps))(inputOf(task, deps, store), task.change);
    case 'converge':
      return converge(task, deps);
  }
}

async function runStack(
  task: RunTask,
  deps: TaskDeps,
  store: Store,
): Promise<Result<SentStackRun>> {
  const done = await createRunStack(runDeps(task, deps))(inputOf(task, deps, store));
  if (!done.ok) return done;
  return ok({ ...done.value, record: sentRun(done.value.record, await store.intents()) });
}

function runDeps(
  {
    settings,
    home,
    installs,
    incidents,
    asked: { model, external, resources },
  }: RunTask | TrialTask,
  { call, env, now, elapsed }: TaskDeps,
): RunStackDeps {
  return {
    settings,
    // The variables that the written settings refer to are not in this environment.
    written: ConfigFile.parse({}),
    home,
    env,
    now,
    elapsed,
    incidents: { list: async () => incidents },
    ...(installs === undefined ? {} : { installs }),
    asked: {
      ...(model === undefined ? {} : { model: borrowedModel(call, model) }),
      ...(external === undefined ? {} : { external: borrowedJudge(call, external) }),
      ...(resources === undefined ? {} : { resources: borrowedResources(call) }),
    },
  };
}

function inputOf(
  { stack, checkout, answers, wishes, lastRun, confirms, hasReceipts }: RunTask | TrialTask,
  { call, signal }: TaskDeps,
  store: Store,
): StackRunInput {
  return {
    stack,
    checkout: lent(checkout),
    store,
    log: store.collected,
    answers,
    wishes,
    ...(lastRun === undefined ? {} : { lastRun }),
    confirms,
    ...(hasReceipts ? { hasReceipts: borrowedReceipts(call) } : {}),
    signal,
  };
}

async function converge(
  { checkout, tenant, areas, plans, kinds: sources, terraform, installs }: ConvergeTask,
  { call, env, now, elapsed }: TaskDeps,
): Promise<Result<SyncPlan>> {
  const kinds = resourceKinds(sources);
  if (!kinds.ok) return kinds;
  const { root, top } = checkout;
  const io = quietIo({ env, now, elapsed, cwd: root });
  const code = { root, tenant, kinds: kinds.value, ...borrowedCatalogue(call) };
  const planned = await planConvergence({ io, terraform, installs }, code, { top, areas, plans });
  return planned.ok ? planned : fail(withoutFolder(planned.error, checkout));
}

function judge({ stack, base, head, now, binary }: JudgeTask, { env }: TaskDeps, store: Store) {
  const judged = createBranchJudge((root, tree) => chooseProgram({ env }, root, tree, binary));
  return judged({ stack, base: lent(base), head: lent(head), store, now });
}

/** A checkout that is not removed here, since the process that created the folder removes it. */
function lent(folder: CodeFolder): Checkout {
  return { ...folder, release: async () => undefined };
}
