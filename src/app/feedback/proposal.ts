import { day, laterInstant, shiftTime } from '../../model/instant.ts';
import type { LifecycleEvent } from '../../model/lifecycle.ts';
import { ok, type Result } from '../../model/result.ts';
import { displayText } from '../../model/text.ts';
import type { ProposalState } from '../../ports/forge/proposals.ts';
import type { OutboxJob } from '../../ports/store/service-store.ts';
import { claimKeys } from '../../ports/store/state/keys.ts';
import type { Review } from '../../reconcile/learning/feedback.ts';
import { handovers } from '../../reconcile/report/ledger.ts';
import { isRefused } from '../../reconcile/report/lifecycle.ts';
import { noteReview } from '../answer/review.ts';
import { convergeJobs } from '../converge/jobs.ts';
import { changeKnown } from '../propose/change-known.ts';
import type { Concerned, FeedbackDeps } from './deps.ts';
import { dispatchRevert } from './dispatch.ts';

import { wasEdited } from './edited.ts';

/** What a person did to a proposal. */
export interface ProposalChange {
  readonly kind: 'merged' | 'declined' | 'reopened';
  /** Undefined where the forge does not name them. */
  readonly user: string | undefined;
  /** Commit at the tip of the branch. */
  readonly commit: string;
}

/** Carries out what follows from a person's action on a proposal. Every step may be repeated. */
export async function handleChange(
  deps: FeedbackDeps,
  concerned: Concerned,
  change: ProposalChange,
): Promise<Result<void>> {
  switch (change.kind) {
    case 'merged':
      return handleMerge(deps, concerned, change);
    case 'declined':
      return handleDecline(deps, concerned, change);
    case 'reopened':
      return handleReopening(deps, concerned, change);
  }
}

async function handleMerge(
  deps: FeedbackDeps,
  concerned: Concerned,
  { user, commit }: ProposalChange,
): Promise<Result<void>> {
  const { known } = concerned;
  if (known.kind === 'revert') {
    const dispatched = await dispatchRevert(deps, concerned);
    if (!dispatched.ok) return dispatched;
    // By merging, the reviewer agrees that such changes do not belong in the code.
    await review(deps, concerned, 'reverted');
  } else {
    await review(deps, concerned, await reviewOf(deps, concerned, commit));
    await enforce(deps, concerned, user);
  }
  // The state is set last: a job that is killed before then repeats everything.
  await deps.store.outbox.put([
    lookAgain(deps, concerned, 'push'),
    ...convergeAgain(deps, concerned),
  ]);
  await setState(deps, concerned, 'merged');
  return ok(undefined);
}

async function handleDecline(
  deps: FeedbackDeps,
  concerned: Concerned,
  { user }: ProposalChange,
): Promise<Result<void>> {
  const { known } = concerned;
  // Declining a request to revert contradicts the verdict.
  await review(deps, concerned, known.kind === 'revert' ? 'wrong' : 'closed');
  if (known.kind === 'patch') {
    const because = `${who(concerned, user)} closed the proposal. The drift is still open.`;
    await step(deps, concerned, 'ended', because);
  }
  await setState(deps, concerned, 'declined');
  return ok(undefined);
}

async function handleReopening(
  deps: FeedbackDeps,
  concerned: Concerned,
  { user }: ProposalChange,
): Promise<Result<void>> {
  if (concerned.known.kind === 'patch') {
    await step(deps, concerned, 'revived', `${who(concerned, user)} opened the proposal again.`);
  }
  await deps.store.outbox.put([lookAgain(deps, concerned, 'person')]);
  await setState(deps, concerned, 'open');
  return ok(undefined);
}

const month = 30 * day;

/** Determined only once, since the code moves on: a repeated job reports the same review. */
async function reviewOf(
  deps: FeedbackDeps,
  concerned: Concerned,
  commit: string,
): Promise<'merged' | 'edited'> {
  const { key, forge, known } = concerned;
  const { claims } = deps.store;
  const name = claimKeys.mergeReview(key.stack, forge.name, known.number, known.digest);
  const before = await claims.get(key.tenant, name);
  if (before !== undefined) return before.value.review;
  const review = (await wasEdited(deps, concerned, commit)) ? 'edited' : 'merged';
  const until = shiftTime(deps.now(), 2 * month);
  await claims.put(key.tenant, name, { value: { review }, until });
  return review;
}

/**
 * The merge brings the value into the code, so only now does the intent take effect and are fields
 * handed over.
 */
async function enforce(
  deps: FeedbackDeps,
  concerned: Concerned,
  user: ProposalChange['user'],
): Promise<void> {
  const { store } = deps;
  const { key, known, at: time } = concerned;
  const run = await store.runs.get(key, known.run);
  const patch = run?.report.patches.find(({ intent }) => intent === known.intent);
  if (run !== undefined && patch !== undefined) {
    const own = run.report.decisions.filter(({ intent }) => intent === known.intent);
    const report = { ...run.report, decisions: own };
    await store.project(key).appendLedger(handovers(report, new Set(patch.drifts), time));
    const settled = own.filter(({ drift }) => patch.drifts.includes(drift));
    // The end of a delegation is also a patch, and it puts nothing in force.
    if (settled.length > 0 && settled.every(({ verdict }) => isRefused(verdict.outcome))) return;
  }
  const because = `${who(concerned, user)} merged the proposal.`;
  await step(deps, concerned, 'revived', because);
  await step(deps, concerned, 'enforced', because);
}

/**
 * Does nothing where the life cycle does not allow the event in the current state of the intent.
 */
async function step(
  { store }: FeedbackDeps,
  { key, known, at: time }: Concerned,
  event: LifecycleEvent,
  because: string,
): Promise<void> {
  const origin = { run: known.run, time };
  await store.project(key).stepIntent(known.intent, { event, because }, origin);
}

async function review(deps: FeedbackDeps, concerned: Concerned, what: Review): Promise<void> {
  const { key, forge, known, at: time } = concerned;
  const run = await deps.store.runs.get(key, known.run);
  if (run === undefined) return;
  const { intent, number } = known;
  const subject = `${forge.name} ${number}`;
  await noteReview(deps.store.project(key), run, { intent, review: what, time, subject });
}

/** Records the state of a proposal, after everything that follows from it. */
export async function setState(
  { store }: Pick<FeedbackDeps, 'store'>,
  { known, at }: Pick<Concerned, 'known' | 'at'>,
  state: ProposalState,
): Promise<void> {
  await changeKnown(store, known, (latest) => {
    // The stored proposal may still be the previous version.
    const { protectedTip: _, ...rest } = latest?.digest === known.digest ? latest : known;
    return { ...rest, state, updatedAt: laterInstant(rest.updatedAt, at) };
  });
}

/** The merge may have accepted a version of what is declared, so the repository converges again. */
function convergeAgain({ gitops, now }: FeedbackDeps, { stack }: Concerned): readonly OutboxJob[] {
  return convergeJobs(
    gitops.filter(
      ({ tenant, repository, branch }) =>
        tenant === stack.tenant && repository === stack.repository && branch === stack.branch,
    ),
    now(),
  );
}

/** `until` is the time of the request, since a run in progress may have begun before it. */
function lookAgain({ now }: FeedbackDeps, { key }: Concerned, cause: 'push' | 'person'): OutboxJob {
  return { queue: 'reconcile', job: { ...key, cause, until: now() } };
}

function who({ forge }: Concerned, user: string | undefined): string {
  return user === undefined ? 'Somebody' : `${forge.kind}:${displayText(user, 100)}`;
}
