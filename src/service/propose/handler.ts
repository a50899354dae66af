import { fail, ok, type Problem, type Result } from '../../model/result.ts';
import type { Jobs } from '../../queue/jobs.ts';
import type { Handler } from '../../queue/types.ts';
import { proposalNotices } from '../notify/notices.ts';
import { takeTurn } from '../turn/turn.ts';
import { closeOthers } from './close-others.ts';
import type { ProposeDeps, ProposeScope } from './deps.ts';
import { openScope } from './open-scope.ts';
import { isAboutAll, isLasting } from './problems.ts';
import { proposeOne } from './propose-one.ts';

/**
 * Brings the forge to what the latest run of a stack wants: one open proposal an intent, and none
 * for what is settled. Every step may be repeated, by another handler, too.
 * What one proposal cannot have keeps none of the others.
 */
export function createProposeHandler(deps: ProposeDeps): Handler<Jobs['propose']> {
  return async (job, signal) => {
    const { tenant, stack, run } = job;
    // Two that look whether a word was said already would both say it.
    const turn = await takeTurn(deps, { tenant, key: `propose ${stack}`, job: run });
    // The other one looks for a later run when it ends.
    if (turn === undefined) return ok(undefined);
    let done: Result<ProposeScope | undefined>;
    let problems: readonly Problem[] = [];
    try {
      done = await openScope(deps, job, signal);
      if (done.ok && done.value !== undefined) problems = await proposeAll(done.value, signal);
    } finally {
      await turn.release();
    }
    if (!done.ok || done.value === undefined) return done.ok ? ok(undefined) : done;
    const notices = await proposalNotices(deps.store, done.value.stack);
    if (notices.length > 0) await deps.store.outbox.put(notices);
    // Behind the turn: the run of whoever met with it is seen here.
    await passOn(done.value);
    // What may pass comes first: the queue tries again.
    const [first] = problems.toSorted((a, b) => Number(isLasting(a)) - Number(isLasting(b)));
    return first === undefined ? ok(undefined) : fail(first);
  };
}

async function proposeAll(scope: ProposeScope, signal: AbortSignal): Promise<readonly Problem[]> {
  const { deps, key, run } = scope;
  const plans = await deps.store.runs.planned(key, run.id);
  const problems: Problem[] = [];
  const keep = (result: Result<unknown>): void => {
    if (!result.ok) problems.push(result.error);
  };
  for (const plan of plans) {
    if (signal.aborted || problems.some(isAboutAll)) return problems;
    keep(await proposeOne(scope, plan));
  }
  if (!signal.aborted && !problems.some(isAboutAll)) keep(await closeOthers(scope, plans));
  return problems;
}

/** A run that came in the meantime may have been told that all is done: it is told again. */
async function passOn({ deps, key, run, forge }: ProposeScope): Promise<void> {
  const latest = await deps.store.runs.latestHead(key);
  if (latest === undefined || latest.id === run.id) return;
  await deps.store.outbox.put([
    { queue: 'propose', job: { ...key, forge: forge.name, run: latest.id } },
  ]);
}
