import { sentRun } from '../../../adapters/store/remote/client.ts';
import type { BranchJudgment } from '../../../app/guard/deps.ts';
import { chooseProgram } from '../../../app/verify/program.ts';
import { ConfigFile } from '../../../config/schema.ts';
import { ok, type Result } from '../../../model/result.ts';
import type { Checkout } from '../../../ports/checkouts.ts';
import type { Store } from '../../../ports/store/run-store.ts';
import { createBranchJudge } from '../judge-branch.ts';
import { createRunStack } from '../run-stack.ts';
import { type BorrowedCall, borrowedJudge, borrowedModel, borrowedStore } from './borrowed.ts';
import type { ApartTask, CodeFolder, JudgeTask, RunTask, SentStackRun } from './messages.ts';

/** What a task needs of the process that does it. */
export interface TaskDeps {
  readonly call: BorrowedCall;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** ISO 8601 UTC. */
  readonly now: () => string;
  /** Milliseconds; only differences mean something. */
  readonly elapsed: () => number;
  readonly signal: AbortSignal;
}

/** Does what was asked for, on what is lent for it. */
export function doTask(
  task: ApartTask,
  deps: TaskDeps,
): Promise<Result<SentStackRun> | Result<BranchJudgment>> {
  const store = borrowedStore(deps.call);
  return task.kind === 'run' ? runStack(task, deps, store) : judge(task, deps, store);
}

async function runStack(
  task: RunTask,
  { call, env, now, elapsed, signal }: TaskDeps,
  store: Store,
): Promise<Result<SentStackRun>> {
  const { settings, home, installs, incidents, asked } = task;
  const { model, outside } = asked;
  const run = createRunStack({
    settings,
    // What they name is not in this environment.
    written: ConfigFile.parse({}),
    home,
    env,
    now,
    elapsed,
    incidents: { list: async () => incidents },
    ...(installs === undefined ? {} : { installs }),
    asked: {
      ...(model === undefined ? {} : { model: borrowedModel(call, model) }),
      ...(outside === undefined ? {} : { outside: borrowedJudge(call, outside) }),
    },
  });
  const { stack, checkout, answers, wishes, lastRun, confirms } = task;
  const done = await run({
    stack,
    checkout: lent(checkout),
    store,
    log: store.collected,
    answers,
    wishes,
    ...(lastRun === undefined ? {} : { lastRun }),
    confirms,
    signal,
  });
  if (!done.ok) return done;
  return ok({ ...done.value, record: sentRun(done.value.record, await store.intents()) });
}

function judge({ stack, base, head, now, binary }: JudgeTask, { env }: TaskDeps, store: Store) {
  const judged = createBranchJudge((root, tree) => chooseProgram({ env }, root, tree, binary));
  return judged({ stack, base: lent(base), head: lent(head), store, now });
}

/** Who laid the folder out removes it. */
function lent(folder: CodeFolder): Checkout {
  return { ...folder, release: async () => undefined };
}
