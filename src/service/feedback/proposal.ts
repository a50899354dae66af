import type { LifecycleEvent } from '../../model/lifecycle.ts';
import { ok, type Result } from '../../model/result.ts';
import { displayText } from '../../model/text.ts';
import type { Review } from '../../pipeline/learning/feedback.ts';
import { handovers } from '../../pipeline/ledger.ts';
import { isRefused } from '../../pipeline/lifecycle.ts';
import type { ProposalState } from '../../pipeline/proposals.ts';
import { noteReview } from '../answer/review.ts';
import { proposalNotices } from '../notify/notices.ts';
import type { OutboxJob } from '../ports/store.ts';
import type { Concerned, FeedbackDeps, ProposalEvent } from './deps.ts';
import { dispatchRevert } from './dispatch.ts';
import { wasEdited } from './edited.ts';

/** What follows from what somebody did to a proposal. */
export async function heedProposal(
  deps: FeedbackDeps,
  concerned: Concerned,
  event: ProposalEvent,
): Promise<Result<void>> {
  const heeded = await heedChange(deps, concerned, event);
  if (!heeded.ok) return heeded;
  const notices = await proposalNotices(deps.store, concerned.stack);
  if (notices.length > 0) await deps.store.outbox.put(notices);
  return heeded;
}

async function heedChange(
  deps: FeedbackDeps,
  concerned: Concerned,
  event: ProposalEvent,
): Promise<Result<void>> {
  switch (event.change) {
    case 'merged':
      return heedMerge(deps, concerned, event);
    case 'declined':
      return heedDecline(deps, concerned, event);
    case 'reopened':
      return heedReopening(deps, concerned, event);
    default:
      // What is pushed counts when it is merged; the rest is Parley's own doing, or wording.
      return ok(undefined);
  }
}

async function heedMerge(
  deps: FeedbackDeps,
  concerned: Concerned,
  { user }: ProposalEvent,
): Promise<Result<void>> {
  const { known } = concerned;
  if (known.kind === 'revert') {
    const dispatched = await dispatchRevert(deps, concerned);
    if (!dispatched.ok) return dispatched;
    // The reviewer agrees that such changes do not belong in the code.
    await review(deps, concerned, 'reverted');
  } else {
    const isEdited = await wasEdited(deps, concerned);
    await review(deps, concerned, isEdited ? 'edited' : 'merged');
    await enforce(deps, concerned, user);
  }
  await setState(deps, concerned, 'merged');
  await deps.store.outbox.put([lookAgain(concerned, 'push')]);
  return ok(undefined);
}

async function heedDecline(
  deps: FeedbackDeps,
  concerned: Concerned,
  { user }: ProposalEvent,
): Promise<Result<void>> {
  const { known } = concerned;
  // Whoever does not want it reverted says the opposite of the verdict.
  await review(deps, concerned, known.kind === 'revert' ? 'wrong' : 'closed');
  if (known.kind === 'patch') {
    const because = `${who(concerned, user)} closed the proposal. The drift is still open.`;
    await step(deps, concerned, 'ended', because);
  }
  await setState(deps, concerned, 'declined');
  return ok(undefined);
}

async function heedReopening(
  deps: FeedbackDeps,
  concerned: Concerned,
  { user }: ProposalEvent,
): Promise<Result<void>> {
  if (concerned.known.kind === 'patch') {
    await step(deps, concerned, 'revived', `${who(concerned, user)} opened the proposal again.`);
  }
  await setState(deps, concerned, 'open');
  await deps.store.outbox.put([lookAgain(concerned, 'person')]);
  return ok(undefined);
}

/** With the merge the code says so: only now is the intent in force, and fields are handed over. */
async function enforce(deps: FeedbackDeps, concerned: Concerned, user: string): Promise<void> {
  const { store } = deps;
  const { key, known, delivery } = concerned;
  const time = delivery.receivedAt;
  const run = await store.runs.get(key, known.run);
  const patch = run?.report.patches.find(({ intent }) => intent === known.intent);
  if (run !== undefined && patch !== undefined) {
    const own = run.report.decisions.filter(({ intent }) => intent === known.intent);
    const report = { ...run.report, decisions: own };
    await store.project(key).appendLedger(handovers(report, new Set(patch.drifts), time));
    const settled = own.filter(({ drift }) => patch.drifts.includes(drift));
    // The end of a delegation is written, too, and puts nothing in force.
    if (settled.length > 0 && settled.every(({ verdict }) => isRefused(verdict.outcome))) return;
  }
  const because = `${who(concerned, user)} merged the proposal.`;
  await step(deps, concerned, 'revived', because);
  await step(deps, concerned, 'enforced', because);
}

/** Nothing where the life cycle has no such step from where the intent is. */
async function step(
  { store }: FeedbackDeps,
  { key, known, delivery }: Concerned,
  event: LifecycleEvent,
  because: string,
): Promise<void> {
  const origin = { run: known.run, time: delivery.receivedAt };
  await store.project(key).stepIntent(known.intent, { event, because }, origin);
}

async function review(deps: FeedbackDeps, concerned: Concerned, what: Review): Promise<void> {
  const { key, known, delivery } = concerned;
  const run = await deps.store.runs.get(key, known.run);
  if (run === undefined) return;
  const { intent } = known;
  const said = { intent, review: what, time: delivery.receivedAt };
  await noteReview(deps.store.project(key), run, said);
}

/** Events may come late, and in any order: the newest says how it stands. */
async function setState(
  { store }: FeedbackDeps,
  { known, delivery }: Concerned,
  state: ProposalState,
): Promise<void> {
  if (known.state === state && known.location !== '') return;
  const isOver = known.state === 'merged';
  if (isOver) return;
  const { protectedTip: _, ...rest } = known;
  const updatedAt = later(known.updatedAt, delivery.receivedAt);
  await store.proposals.put({ ...rest, state, updatedAt });
}

function later(a: string, b: string): string {
  return Date.parse(a) > Date.parse(b) ? a : b;
}

function lookAgain({ key, delivery }: Concerned, cause: 'push' | 'person'): OutboxJob {
  return { queue: 'reconcile', job: { ...key, cause, until: delivery.receivedAt } };
}

function who({ forge }: Concerned, user: string): string {
  return `${forge.kind}:${displayText(user, 100)}`;
}
