import { ownTenant } from '../../../adapters/receipt/tenant-folder.ts';
import { openHistory, type StackHistory } from '../../../app/history/history.ts';
import { latestReport } from '../../../app/history/latest-report.ts';
import { keepDeclaration } from '../../../app/receipt/declarations.ts';
import { projectReceipts } from '../../../app/receipt/open.ts';
import { composeRun } from '../../../app/run/compose.ts';
import type { RunOptions } from '../../../app/run/options.ts';
import { runProject } from '../../../app/run/run-project.ts';
import type { AskedChange } from '../../../app/trial/would-change.ts';
import { type WouldHappen, wouldHappen } from '../../../app/trial/would-happen.ts';
import { fail, ok, type Problem, type Result } from '../../../model/result.ts';
import { displayText } from '../../../model/text.ts';
import type { Io } from '../../../ports/io.ts';
import { answerIn } from '../../service/answer-in.ts';
import type { AgentPlace, Proposing } from './types.ts';

/** The project in a folder, or a stack that the service in the folder watches. */
export function projectPlace(io: Io, run: RunOptions, history: StackHistory): AgentPlace {
  const { dir } = run.project;
  const quiet: Io = { ...io, out: () => undefined, err: () => undefined };
  const named = history.kind === 'stack' ? `${history.key.tenant}/${history.key.stack}` : undefined;
  return {
    stacks: undefined,
    now: () => new Date(io.now()).toISOString(),
    async report() {
      const found = await latestReport(
        quiet,
        named === undefined ? { dir } : { dir, stack: named },
      );
      return found.ok ? ok(found.value.report) : fail(found.error[0] ?? noProblem);
    },
    async withStore(_stack, what, work) {
      const store = await openHistory(quiet, dir, history, what);
      if (!store.ok) return store;
      try {
        return await work(store.value);
      } finally {
        await store.value.close();
      }
    },
    signDeclared: (_stack, by, declared) =>
      keepDeclaration(
        { receipts: projectReceipts(quiet, dir), ...declaringIn(history), by },
        declared,
      ),
    answer: (_stack, given) => answerIn(quiet, dir, history, given),
    async propose(_stack, by, intent) {
      return history.kind === 'stack'
        ? fail(codeElsewhere)
        : propose(quiet, { ...run, delivery: { pr: true, by } }, intent);
    },
    ...(history.kind === 'project' && {
      wouldHappen: (_stack, change) => trial(quiet, run, change),
    }),
  };
}

/** The tenant whose log receives the receipt, and the stack that it names. */
function declaringIn(history: StackHistory): { readonly tenant: string; readonly stack?: string } {
  return history.kind === 'stack' ? history.key : { tenant: ownTenant };
}

/** A run without a log, since existing drift has nothing to do with the change on trial. */
async function trial(
  io: Io,
  options: RunOptions,
  change: AskedChange,
): Promise<Result<WouldHappen>> {
  const composed = await composeRun(io, {
    ...options,
    log: { events: [] },
    judging: { ...options.judging, llm: false },
    proof: { verify: 'evaluate' },
  });
  if (!composed.ok) return composed;
  try {
    return await wouldHappen(composed.value.input, change);
  } finally {
    await composed.value.kept.dispose();
  }
}

/** The same as `parley reconcile --pr --only INTENT`. */
async function propose(io: Io, options: RunOptions, intent: string): Promise<Result<Proposing>> {
  const done = await runProject(io, { ...options, scope: { only: [intent] } });
  if (!done.ok) return done;
  const { proposals = [], unresolved = [] } = done.value.report ?? {};
  const own = proposals.filter((one) => one.intent === intent);
  if (own.length === 0) {
    const why = unresolved.find((one) => one.intent === intent)?.reason;
    return fail(notProposed(intent, why));
  }
  return ok({
    message: 'It is on a branch of its own, for people to review and merge.',
    proposals: own.map(({ branch, location }) => ({ branch, location })),
  });
}

function notProposed(intent: string, why: string | undefined): Problem {
  return {
    code: 'nothing-planned',
    message: `There is nothing to propose for ${intent}.`,
    hint: why === undefined ? `Ask to explain ${intent}.` : displayText(why, 300),
  };
}

const codeElsewhere: Problem = {
  code: 'code-not-here',
  message: 'The service has the code of its stacks, and opens their proposals itself.',
  hint: 'Ask the service over HTTP at /mcp.',
};

const noProblem: Problem = { code: 'no-report', message: 'There is no report to look at.' };
